import { Suspense, useMemo } from "react";
import { BarTip } from "../../charts/BarTip";
import type { Bar } from "../../charts/bars";
import type { PeriodUnit } from "../../charts/timeAxis";
import { axisLabels } from "../../charts/timeAxis";
import type { AmountText } from "../../format/amounts";
import { plural } from "../../format/text";
import { lazyPart } from "../../ui/lazyPart";
import { FeeChartPlace } from "./FeesLoading";
import { type FeeBand, type FeePeriod, feePeriodName, feeText } from "./fees";
import css from "./fees.module.css";
import type { Fees } from "./types";

const StackedBars = lazyPart(() => import("../../charts/StackedBars"), "StackedBars");

/** The most width of a bar and the height of the plot, in pixels. */
const [THICKNESS, HEIGHT] = [24, 150];

export interface FeeFiguresProps {
  data: Fees;
  /** In the order in which they are stacked. */
  bands: readonly FeeBand[];
  /** The oldest first. */
  periods: readonly FeePeriod[];
}

/** A bar for each month or day, stacked by chain. */
export function FeeChart({ data, bands, periods, text }: FeeFiguresProps & { text: AmountText }) {
  const { currency_code: currency, group_criteria: group, total_fees: total, total_count: fees, days } = data;
  const unit: PeriodUnit = group === "day" ? "day" : "month";
  const bars = useMemo(
    () =>
      periods.map(
        ({ day, values }): Bar => ({
          id: day,
          total: null,
          parts: bands.map(({ id, colour }, band) => ({ id, colour, value: Number(values[band]?.value ?? "0") })),
        }),
      ),
    [bands, periods],
  );
  const name = (period: number) => feePeriodName(periods[period]?.day ?? "", group);
  const money = (amount: string) => text.money(amount, currency);
  const amount = (period: number) => feeText(periods[period]?.total, money);
  return (
    <div className={css.chart}>
      <Suspense fallback={<FeeChartPlace />}>
        <StackedBars
          bars={bars}
          sentence={`Blockchain fees from ${name(0)} to ${name(periods.length - 1)}: ${money(total.value)}, ${plural(fees, "fee")}.`}
          label={unit === "day" ? "Day" : "Month"}
          barText={(period) => `${name(period)}, ${amount(period)}`}
          labels={(scale) => axisLabels(days, unit, scale)}
          lineText={(line) => text.roughMoney(line, currency)}
          height={HEIGHT}
          thickness={THICKNESS}
          tip={(period) => {
            const lines = bands.map(({ id, name: label, colour }, band) => ({
              id,
              label,
              colour,
              text: feeText(periods[period]?.values[band], money),
            }));
            return <BarTip name={name(period)} total={amount(period)} lines={lines.reverse()} />;
          }}
        />
      </Suspense>
    </div>
  );
}
