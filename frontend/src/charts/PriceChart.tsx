import { useCallback, useMemo } from "react";
import { type ChartColumn, runsOf } from "./columns";
import { PeriodCursor, type PeriodCursorProps } from "./PeriodCursor";
import { linePath } from "./paths";
import css from "./priceChart.module.css";
import { gridBetween, plotScale } from "./scale";
import { axisLabels } from "./timeAxis";
import { useWidth } from "./useWidth";
import { ValueGrid } from "./ValueGrid";
import chart from "./valueChart.module.css";

/** The room above the plot for half of the highest amount, and below it for the labels, in pixels. */
const [TOP, BOTTOM] = [8, 28];
/** The width of a character of an amount, and the space around it. */
const [CHARACTER, SPACE] = [6.4, 14];

interface PriceChartProps extends Pick<PeriodCursorProps, "periodText" | "tip"> {
  /** The days, the oldest first. */
  days: readonly string[];
  /** The price of each day; not a number where it is not known. */
  prices: ChartColumn;
  /** The height of the plot in pixels. */
  height: number;
  /** A sentence that says what the chart shows. */
  sentence: string;
  /** The text of a price beside its grid line. */
  lineText: (amount: string) => string;
}

/** The prices of days as a line, between the lowest and the highest. A cursor shows each day. */
export function PriceChart({ days, prices, height, sentence, lineText, ...cursor }: PriceChartProps) {
  const [place, width] = useWidth<HTMLElement>();
  const lines = useMemo(() => {
    const known = [...prices].filter((price) => !Number.isNaN(price));
    return gridBetween(Math.min(...known), Math.max(...known));
  }, [prices]);
  const gutter = Math.round(Math.max(...lines.map(({ amount }) => lineText(amount).length)) * CHARACTER) + SPACE;
  const inner = Math.max(0, width - gutter);
  const [floor, ceiling] = [lines[0]?.value ?? 0, lines.at(-1)?.value ?? 0];
  const scale = useMemo(
    () => plotScale([0, days.length - 1], inner, height, ceiling, floor),
    [days, inner, height, ceiling, floor],
  );
  const labels = useMemo(() => axisLabels(days, "day", scale), [days, scale]);
  const path = useMemo(() => linePath(prices, runsOf([prices], scale.range), scale), [prices, scale]);
  const valueAt = useCallback(
    (day: number) => {
      const price = prices[day] ?? Number.NaN;
      return Number.isNaN(price) ? null : price;
    },
    [prices],
  );
  return (
    <figure ref={place} style={{ minHeight: TOP + height + BOTTOM }}>
      <figcaption className="vh">{sentence}</figcaption>
      {width === 0 ? null : (
        <div className={chart.plot} style={{ height: TOP + height + BOTTOM, marginLeft: gutter }}>
          <svg
            width={inner}
            height={height + BOTTOM}
            viewBox={`0 0 ${inner} ${height + BOTTOM}`}
            className={chart.picture}
            style={{ top: TOP }}
            aria-hidden="true"
          >
            <ValueGrid scale={scale} lines={lines} labels={labels} lineText={lineText} />
            <path d={path} className={css.line} />
          </svg>
          <div className={chart.field} style={{ top: TOP, height }}>
            <PeriodCursor scale={scale} valueAt={valueAt} {...cursor} />
          </div>
        </div>
      )}
    </figure>
  );
}
