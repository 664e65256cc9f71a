import { useMemo } from "react";
import { BarCursor, type BarCursorProps } from "./BarCursor";
import { type Bar, barLines, barScale, barThickness, extentOf, placedParts } from "./bars";
import type { PlotScale } from "./scale";
import css from "./stackedBars.module.css";
import type { AxisLabel } from "./timeAxis";
import { useWidth } from "./useWidth";
import { ValueGrid } from "./ValueGrid";

/** The least room for the amounts beside the grid lines, the width of one of their characters, and the space around them. */
const [GUTTER, CHARACTER, SPACE] = [36, 6.4, 14];
/** The room above the bars with and without figures, and below them for the labels. */
const [FIGURES, BARE, BOTTOM] = [24, 8, 28];
/** The width of one character of a figure. */
const FIGURE_CHARACTER = 7.2;
/** From this height on, a part is separated from the next one. */
const SEPARATED = 3;

interface ShapesProps {
  bars: readonly Bar[];
  scale: PlotScale;
  /** The most width of a bar. */
  most: number;
}

/** The parts of the bars, with the figures above them. */
function BarShapes({ bars, scale, most }: ShapesProps) {
  const { x, y, width } = scale;
  const thickness = barThickness(bars.length, width, most);
  const longest = Math.max(0, ...bars.map(({ total }) => total?.[0].length ?? 0));
  const fits = longest * FIGURE_CHARACTER <= width / bars.length;
  return bars.map(({ id, total, parts }, place) => {
    const placed = placedParts(parts);
    const highest = Math.max(0, ...placed.map(({ to }) => to));
    const left = x(place) - thickness / 2;
    return (
      <g key={id}>
        {placed.map(({ id: part, colour, from, to }) => {
          const [top, bottom] = [y(Math.max(from, to)), y(Math.min(from, to))];
          const height = bottom - top;
          return height > 0 ? (
            <rect
              key={part}
              x={left}
              y={top}
              width={thickness}
              height={height > SEPARATED ? height - 0.75 : height}
              style={{ color: colour }}
              className={css.part}
            />
          ) : null;
        })}
        {total ? (
          <text x={x(place)} y={y(highest) - 8} textAnchor="middle" className={css.total}>
            {fits ? total[0] : total[1]}
          </text>
        ) : null}
      </g>
    );
  });
}

/** The line through one value of each bar. */
function BarLine({ values, scale }: { values: readonly number[]; scale: PlotScale }) {
  const { x, y } = scale;
  return (
    <g className={css.line}>
      <polyline points={values.map((value, bar) => `${x(bar)},${y(value)}`).join(" ")} />
      {values.map((value, bar) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a point is its place
        <circle key={bar} cx={x(bar)} cy={y(value)} r={1.75} />
      ))}
    </g>
  );
}

interface StackedBarsProps extends Omit<BarCursorProps, "scale"> {
  bars: readonly Bar[];
  /** A value of each bar that a line connects, between its lowest and its highest part. */
  line?: readonly number[];
  /** A sentence that says what the chart shows. */
  sentence: string;
  /** The labels below the bars. */
  labels: (scale: PlotScale) => readonly AxisLabel[];
  /** The text of an amount beside its grid line. */
  lineText: (amount: string) => string;
  /** The height of the plot. */
  height: number;
  /** The most width of a bar. */
  thickness: number;
}

/** Bars of stacked parts over a common axis. What is below zero hangs under it. */
export function StackedBars(props: StackedBarsProps) {
  const { bars, line, sentence, labels, lineText, height, thickness, ...cursor } = props;
  const [place, width] = useWidth<HTMLElement>();
  const top = bars.some(({ total }) => total !== null) ? FIGURES : BARE;
  const extent = useMemo(() => extentOf(bars), [bars]);
  const lines = useMemo(() => barLines(extent), [extent]);
  const characters = Math.max(...lines.map(({ amount }) => lineText(amount).length));
  const gutter = Math.max(GUTTER, Math.round(characters * CHARACTER) + SPACE);
  const scale = barScale(bars.length, Math.max(0, width - gutter), height, extent);
  return (
    <figure ref={place} className={css.figure} style={{ height: top + height + BOTTOM }}>
      <figcaption className="vh">{sentence}</figcaption>
      {width === 0 ? null : (
        <div className={css.plot} style={{ marginLeft: gutter, paddingTop: top }}>
          <svg
            width={scale.width}
            height={height + BOTTOM}
            viewBox={`0 0 ${scale.width} ${height + BOTTOM}`}
            className={css.picture}
            style={{ top }}
            aria-hidden="true"
          >
            <ValueGrid scale={scale} lines={lines} labels={labels(scale)} lineText={lineText} />
            <BarShapes bars={bars} scale={scale} most={thickness} />
            <line x2={scale.width} y1={scale.y(0)} y2={scale.y(0)} className={css.zero} />
            {line ? <BarLine values={line} scale={scale} /> : null}
          </svg>
          <div className={css.field} style={{ top, height }}>
            <BarCursor scale={scale} {...cursor} />
          </div>
        </div>
      )}
    </figure>
  );
}
