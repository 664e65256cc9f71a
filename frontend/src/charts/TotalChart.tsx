import { useCallback, useMemo } from "react";
import { CostPill } from "./CostPill";
import { type ChartRange, largestOf } from "./columns";
import { gutterOf } from "./gutter";
import { PeriodCursor, type PeriodCursorProps } from "./PeriodCursor";
import { gridLines, plotScale } from "./scale";
import type { TotalSeries } from "./series";
import { TotalShapes } from "./TotalShapes";
import { axisLabels } from "./timeAxis";
import { useWidth } from "./useWidth";
import { ValueGrid } from "./ValueGrid";
import css from "./valueChart.module.css";

/** The room above the plot for half of the highest amount, and below it for the labels, in pixels. */
const [TOP, BOTTOM] = [8, 28];

interface TotalChartProps extends Pick<PeriodCursorProps, "periodText" | "tip"> {
  series: TotalSeries;
  range: ChartRange;
  /** The height of the plot in pixels. */
  height: number;
  /** A sentence that says what the chart shows. */
  sentence: string;
  /** The text of an amount beside its grid line; empty to show none. */
  lineText: (amount: string) => string;
  /** The cost at the end of the span in words. */
  costText: string;
}

/** One value over time as an area from zero, with its cost as a line. A cursor shows each period. */
export function TotalChart({ series, range, height, sentence, lineText, costText, ...cursor }: TotalChartProps) {
  const { total, cost, days, unit } = series;
  const [from, to] = range;
  const [place, width] = useWidth<HTMLElement>();
  const gutter = useMemo(() => gutterOf({ total, cost }, lineText), [total, cost, lineText]);
  const lines = useMemo(
    () => gridLines(largestOf(cost ? [total, cost] : [total], [from, to])),
    [total, cost, from, to],
  );
  const inner = Math.max(0, width - gutter);
  const ceiling = lines.at(-1)?.value ?? 0;
  const scale = useMemo(() => plotScale([from, to], inner, height, ceiling), [from, to, inner, height, ceiling]);
  const labels = useMemo(() => axisLabels(days, unit, scale), [days, unit, scale]);
  const valueAt = useCallback(
    (period: number) => {
      const value = total[period] ?? Number.NaN;
      return Number.isNaN(value) ? null : value;
    },
    [total],
  );
  return (
    <figure ref={place} className={css.figure} style={{ minHeight: TOP + height + BOTTOM }}>
      <figcaption className="vh">{sentence}</figcaption>
      {width === 0 ? null : (
        <div className={css.plot} style={{ height: TOP + height + BOTTOM, marginLeft: gutter }}>
          <svg
            width={inner}
            height={height + BOTTOM}
            viewBox={`0 0 ${inner} ${height + BOTTOM}`}
            className={css.picture}
            style={{ top: TOP }}
            aria-hidden="true"
          >
            <ValueGrid scale={scale} lines={lines} labels={labels} lineText={lineText} />
            <TotalShapes series={series} scale={scale} />
          </svg>
          <div className={css.field} style={{ top: TOP, height }}>
            {cost ? <CostPill cost={cost} scale={scale} text={costText} /> : null}
            <PeriodCursor scale={scale} valueAt={valueAt} {...cursor} />
          </div>
        </div>
      )}
    </figure>
  );
}
