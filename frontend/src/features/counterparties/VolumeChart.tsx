import { Suspense, useMemo } from "react";
import { BarsPlace } from "../../charts/BarsPlace";
import { BarTip } from "../../charts/BarTip";
import type { Bar } from "../../charts/bars";
import { axisLabels } from "../../charts/timeAxis";
import { useAmountText } from "../../format/amounts";
import { addedTotals, totalText } from "../../format/partialTotal";
import { periodName } from "../../format/spans";
import { lazyPart } from "../../ui/lazyPart";
import type { Volumes } from "./types";
import { type VolumeBand, volumeIn } from "./volumes";

const StackedBars = lazyPart(() => import("../../charts/StackedBars"), "StackedBars");

/** The most width of a bar, in pixels. */
const THICKNESS = 24;

interface VolumeChartProps {
  volumes: Volumes;
  /** In the order in which they are stacked. */
  bands: readonly VolumeBand[];
  /** The subject of the sentence that says what the chart shows: "Volume with Kraken". */
  subject: string;
  /** The height of the plot, in pixels. */
  height: number;
}

/** A bar for each month or day. */
export function VolumeChart({ volumes, bands, subject, height }: VolumeChartProps) {
  const text = useAmountText();
  const { days, group_criteria: group, currency_code: currency } = volumes;
  const unit = group === "day" ? "day" : "month";
  const values = useMemo(() => days.map((day) => bands.map(({ periods }) => volumeIn(periods, day))), [days, bands]);
  const bars = useMemo(
    () =>
      days.map((day, period): Bar => {
        const parts = bands.map(({ id, colour }, band) => ({
          id,
          colour,
          value: Number(values[period]?.[band]?.value ?? "0"),
        }));
        return { id: day, total: null, parts };
      }),
    [days, bands, values],
  );
  const name = (period: number) => periodName(days[period] ?? "", group);
  const money = (amount: string) => text.money(amount, currency);
  const amount = (period: number) => totalText(addedTotals(values[period] ?? []), money);
  const whole = totalText(addedTotals(bands.map(({ total }) => total.total_volume)), money);
  return (
    <Suspense fallback={<BarsPlace height={height} />}>
      <StackedBars
        bars={bars}
        sentence={`${subject} from ${name(0)} to ${name(days.length - 1)}: ${whole}.`}
        label="Volume over time"
        barText={(period) => `${name(period)}, ${amount(period)}`}
        labels={(scale) => axisLabels(days, unit, scale)}
        lineText={(line) => text.roughMoney(line, currency)}
        height={height}
        thickness={THICKNESS}
        tip={(period) => {
          const lines = bands.map(({ id, name: label, colour }, band) => ({
            id,
            label,
            colour,
            text: totalText(values[period]?.[band], money),
          }));
          return <BarTip name={name(period)} total={amount(period)} lines={bands.length > 1 ? lines.reverse() : []} />;
        }}
      />
    </Suspense>
  );
}
