import { useCallback, useMemo } from "react";
import { CostPill } from "./CostPill";
import { type ChartRange, largestOf, stackTops } from "./columns";
import { EventLines, EventMarkers } from "./EventMarkers";
import { PeriodCursor, type PeriodCursorProps } from "./PeriodCursor";
import { gridLines, plotScale } from "./scale";
import type { ChartEvent, ValueSeries } from "./series";
import { axisLabels } from "./timeAxis";
import { ValueGrid } from "./ValueGrid";
import { ValueShapes } from "./ValueShapes";
import css from "./valueChart.module.css";

/** The height of the plot, on wide and on narrow cards, and the room above it for markers and below it for labels. */
const [TALL, LOW, TOP, BOTTOM] = [384, 240, 34, 28];
const NARROW = 520;

export interface ValuePlotProps extends Pick<PeriodCursorProps, "periodText" | "tip" | "chosen" | "onChoose"> {
  series: ValueSeries;
  range: ChartRange;
  events: readonly ChartEvent[];
  /** The width of the card. */
  width: number;
  /** The room at the left for the amounts of the grid lines. */
  gutter: number;
  /** The text of an amount beside its grid line. */
  lineText: (amount: string) => string;
  /** The cost at the end of the span in words. */
  costText: string;
}

/** The plot with its axes, markers and cursor. */
export function ValuePlot({ series, range, events, width, gutter, lineText, costText, ...cursor }: ValuePlotProps) {
  const { bands, total, cost, days, unit } = series;
  const [from, to] = range;
  const top = useMemo(() => {
    const tops = stackTops(
      bands.map(({ values }) => values),
      total.length,
    );
    return tops.at(-1) ?? total;
  }, [bands, total]);
  const lines = useMemo(() => gridLines(largestOf(cost ? [top, cost] : [top], [from, to])), [top, cost, from, to]);
  const inner = Math.max(0, width - gutter);
  const height = width < NARROW ? LOW : TALL;
  const ceiling = lines.at(-1)?.value ?? 0;
  const scale = useMemo(() => plotScale([from, to], inner, height, ceiling), [from, to, inner, height, ceiling]);
  const labels = useMemo(() => axisLabels(days, unit, scale), [days, unit, scale]);
  const valueAt = useCallback(
    (period: number) => (Number.isNaN(total[period] ?? Number.NaN) ? null : (top[period] ?? null)),
    [total, top],
  );
  return (
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
        <ValueShapes series={series} scale={scale} />
        <EventLines events={events} scale={scale} />
      </svg>
      <EventMarkers events={events} scale={scale} />
      <div className={css.field} style={{ top: TOP, height }}>
        {cost ? <CostPill cost={cost} scale={scale} text={costText} /> : null}
        <PeriodCursor scale={scale} valueAt={valueAt} {...cursor} />
      </div>
    </div>
  );
}
