import { Suspense, useCallback } from "react";
import type { ChartRange } from "../../charts/columns";
import { useAmountText } from "../../format/amounts";
import { lazyPart } from "../../ui/lazyPart";
import { SpanBadges } from "../../ui/SpanBadges";
import css from "./assetValue.module.css";
import type { PeriodFigures } from "./figures";
import { periodName, SPANS } from "./periods";
import type { ChartData } from "./useChartData";
import { ValueLoading } from "./ValueLoading";
import { ValueTable } from "./ValueTable";
import { ValueTip } from "./ValueTip";
import type { ValueView } from "./valueView";

const ValueChart = lazyPart(() => import("../../charts/ValueChart"), "ValueChart");

interface ValueFigureProps {
  chart: ChartData;
  view: ValueView;
  onView: (change: Partial<ValueView>) => void;
  /** The figures of a period; null before the history. */
  figures: (period: number) => PeriodFigures | null;
  currency: string;
  /** The open period. */
  open: number | null;
  onOpen: (period: number) => void;
}

/** The chart, or the table of the same figures, with the choice of the span. */
export function ValueFigure({ chart, view, onView, figures, currency, open, onOpen }: ValueFigureProps) {
  const { days, range, series, events, parts } = chart;
  const text = useAmountText();
  const name = useCallback((period: number) => periodName(days[period] ?? "", series.unit), [days, series.unit]);
  const lineText = useCallback((amount: string) => text.roughMoney(amount, currency), [text, currency]);
  const totalText = (period: number) => {
    const found = figures(period);
    if (!found) return "no history";
    return found.total === null ? "not known" : text.money(found.total, currency);
  };
  const costText = (period: number) => {
    const cost = figures(period)?.cost ?? null;
    return cost === null ? "" : `Cost basis ${text.roughMoney(cost, currency)}`;
  };
  const words = ([from, to]: ChartRange) => (from === to ? name(to) : `${name(from)} – ${name(to)}`);
  const sentence = ([from, to]: ChartRange) =>
    `Asset value from ${name(from)} to ${name(to)}: ${totalText(from)} at the start, ${totalText(to)} at the end.`;
  const onRange = useCallback(
    ([from, to]: ChartRange) => onView({ span: null, days: [days[from] ?? "", days[to] ?? ""] }),
    [onView, days],
  );
  return (
    <div className={css.chart}>
      <Suspense fallback={<ValueLoading isSlow={false} />}>
        <ValueChart
          // A chart of other periods starts anew: the span that it was about to show may not exist in them.
          key={`${series.unit} ${days[0]} ${days.length}`}
          series={series}
          range={range}
          events={events}
          chosen={open}
          lineText={lineText}
          costText={costText}
          sentence={sentence}
          periodName={name}
          periodText={(period) => `${name(period)}, ${totalText(period)}`}
          tip={(period) => <ValueTip name={name(period)} figures={figures(period)} currency={currency} />}
          onChoose={onOpen}
          onRange={onRange}
          instead={
            view.isTable ? (
              <ValueTable
                key={`${series.unit} ${range.join()}`}
                range={range}
                bands={parts.bands}
                hasCost={series.cost !== null}
                figures={figures}
                name={name}
                currency={currency}
              />
            ) : null
          }
        >
          {(shown) => (
            <SpanBadges
              spans={SPANS}
              chosen={view.span}
              onChoose={(span) => onView({ span, days: null })}
              words={words(shown)}
              className={css.spans}
            />
          )}
        </ValueChart>
      </Suspense>
    </div>
  );
}
