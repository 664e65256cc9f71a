import { memo } from "react";
import type { GridLine, PlotScale } from "./scale";
import type { AxisLabel } from "./timeAxis";
import css from "./valueChart.module.css";

/** The distance from which the label of an edge is centered, in pixels. */
const EDGE = 24;

interface ValueGridProps {
  scale: PlotScale;
  lines: readonly GridLine[];
  labels: readonly AxisLabel[];
  /** The text of an amount beside its line. */
  lineText: (amount: string) => string;
}

/** The grid lines with their amounts, and the labels of the periods. */
export const ValueGrid = memo(function ValueGrid({ scale, lines, labels, lineText }: ValueGridProps) {
  const { x, y, width, height } = scale;
  const anchor = (at: number) => (at < EDGE ? "start" : at > width - EDGE ? "end" : "middle");
  return (
    <>
      {lines.map(({ value, amount }) => (
        <g key={amount}>
          <line x2={width} y1={y(value)} y2={y(value)} className={css.grid} />
          <text x={-10} y={y(value)} dy="0.32em" textAnchor="end" className={css.tick}>
            {lineText(amount)}
          </text>
        </g>
      ))}
      {labels.map(({ period, text }) => (
        <text key={period} x={x(period)} y={height + 18} textAnchor={anchor(x(period))} className={css.tick}>
          {text}
        </text>
      ))}
    </>
  );
});
