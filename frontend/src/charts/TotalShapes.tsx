import { memo, useId, useMemo } from "react";
import { type ChartColumn, runsOf } from "./columns";
import { bandPaths, costPaths, linePath } from "./paths";
import type { PlotScale } from "./scale";
import type { TotalSeries } from "./series";
import css from "./totalShapes.module.css";
import { Hatching } from "./ValueShapes";
import chart from "./valueChart.module.css";

interface ShapesProps {
  series: TotalSeries;
  scale: PlotScale;
}

/** What is before the whole history is known: paler, with a dashed line at its end. */
function Veil({ series: { knownFrom, start }, scale }: ShapesProps) {
  const { x, width, height, range } = scale;
  const [from, to] = range;
  const first = Math.max(start, from);
  if (knownFrom <= first) return null;
  const left = x(first);
  const right = knownFrom > to ? width : x(knownFrom);
  return (
    <>
      <rect x={left} width={right - left} height={height} className={css.veil} />
      {knownFrom > to ? null : <line x1={right} x2={right} y2={height} className={css.edge} />}
    </>
  );
}

const NO_COST: ChartColumn = new Float64Array();

/** The area of the value and the line of the cost. What is below the cost is dimmed, and what is missing up to it is red. */
export const TotalShapes = memo(function TotalShapes({ series, scale }: ShapesProps) {
  const above = useId();
  const { total, cost } = series;
  const paths = useMemo(() => {
    const runs = runsOf([total], scale.range);
    return { ...bandPaths([total], total, runs, scale), edge: linePath(total, runs, scale) };
  }, [total, scale]);
  const { line, water } = useMemo(() => costPaths(cost ?? NO_COST, total, scale), [cost, total, scale]);
  return (
    <>
      <path d={paths.bands[0]} className={css.area} data-alone={cost ? undefined : true} />
      <path d={water} className={css.water} />
      <clipPath id={above}>
        <path d={paths.above} />
      </clipPath>
      <path d={water} className={chart.short} clipPath={`url(#${above})`} />
      <path d={paths.edge} className={css.top} />
      <Veil series={series} scale={scale} />
      <Hatching series={series} scale={scale} />
      <path d={line} className={chart.casing} />
      <path d={line} className={chart.waterline} />
    </>
  );
});
