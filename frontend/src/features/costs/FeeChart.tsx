import { Suspense, useMemo } from "react";
import { BarsPlace } from "../../charts/BarsPlace";
import { BarTip } from "../../charts/BarTip";
import type { Bar } from "../../charts/bars";
import type { PeriodUnit } from "../../charts/timeAxis";
import { axisLabels } from "../../charts/timeAxis";
import type { AmountText } from "../../format/amounts";
import { totalText } from "../../format/partialTotal";
import { periodName } from "../../format/spans";
import { plural } from "../../format/text";
import { lazyPart } from "../../ui/lazyPart";
import { CHART_HEIGHT } from "./FeesLoading";
import type { FeeBand, FeePeriod } from "./fees";
import css from "./fees.module.css";
import type { Fees } from "./types";

const StackedBars = lazyPart(() => import("../../charts/StackedBars"), "StackedBars");

/** The most width of a bar, in pixels. */
const THICKNESS = 24;

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
  const name = (period: number) => periodName(periods[period]?.day ?? "", group);
  const money = (amount: string) => text.money(amount, currency);
  const amount = (period: number) => totalText(periods[period]?.total, money);
  return (
    <div className={css.chart}>
      <Suspense fallback={<BarsPlace height={CHART_HEIGHT} />}>
        <StackedBars
          bars={bars}
          sentence={`Blockchain fees from ${name(0)} to ${name(periods.length - 1)}: ${money(total.value)}, ${plural(fees, "fee")}.`}
          label={unit === "day" ? "Day" : "Month"}
          barText={(period) => `${name(period)}, ${amount(period)}`}
          labels={(scale) => axisLabels(days, unit, scale)}
          lineText={(line) => text.roughMoney(line, currency)}
          height={CHART_HEIGHT}
          thickness={THICKNESS}
          tip={(period) => {
            const lines = bands.map(({ id, name: label, colour }, band) => ({
              id,
              label,
              colour,
              text: totalText(periods[period]?.values[band], money),
            }));
            return <BarTip name={name(period)} total={amount(period)} lines={lines.reverse()} />;
          }}
        />
      </Suspense>
    </div>
  );
}
