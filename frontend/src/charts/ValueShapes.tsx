import { memo, useId, useMemo } from "react";
import { type ChartColumn, type ChartRange, runsOf } from "./columns";
import { bandPaths, costPaths } from "./paths";
import type { PlotScale } from "./scale";
import type { ValueSeries } from "./series";
import css from "./valueChart.module.css";

/** The height of the hatching at the foot. */
const FOOT = 8;

interface ShapesProps {
  series: ValueSeries;
  scale: PlotScale;
}

interface HatchingProps {
  series: Pick<ValueSeries, "start" | "knownFrom" | "total">;
  scale: PlotScale;
}

/** The spans that are hatched at their foot: without a value, and before the whole history is known. */
function hatchedRuns({ start, knownFrom, total }: HatchingProps["series"], range: ChartRange): ChartRange[] {
  const isHatched = total.map((value, i) => (i >= start && (i < knownFrom || Number.isNaN(value)) ? 1 : Number.NaN));
  return runsOf([isHatched], range);
}

/** Hatching at the foot of the plot, half a period wider at both ends than the span. */
export function Hatching({ series, scale }: HatchingProps) {
  const id = useId();
  const { x, width, height, range } = scale;
  const half = width / Math.max(1, range[1] - range[0]) / 2;
  return (
    <>
      <pattern id={id} width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <line y2={6} className={css.hatch} />
      </pattern>
      {hatchedRuns(series, range).map(([a, b]) => {
        // Nothing was held before the first period.
        const left = a === series.start ? x(a) : Math.max(0, x(a) - half);
        return (
          <rect
            key={a}
            x={left}
            y={height - FOOT}
            width={Math.max(2, Math.min(width, x(b) + half) - left)}
            height={FOOT}
            fill={`url(#${id})`}
          />
        );
      })}
    </>
  );
}

const NO_COST: ChartColumn = new Float64Array();

/** The stacked bands and the line of the cost. What is below the cost is dimmed, and what is missing up to it is red. */
export const ValueShapes = memo(function ValueShapes({ series, scale }: ShapesProps) {
  const above = useId();
  const { bands, total, cost } = series;
  const paths = useMemo(() => {
    const columns = bands.map(({ values }) => values);
    return bandPaths(columns, total, runsOf([total], scale.range), scale);
  }, [bands, total, scale]);
  const { line, water } = useMemo(() => costPaths(cost ?? NO_COST, total, scale), [cost, total, scale]);
  return (
    <>
      {bands.map(({ id, colour }, band) => (
        <path key={id} d={paths.bands[band]} fill={colour} className={css.band} />
      ))}
      <path d={water} className={css.water} />
      <clipPath id={above}>
        <path d={paths.above} />
      </clipPath>
      <path d={water} className={css.short} clipPath={`url(#${above})`} />
      <Hatching series={series} scale={scale} />
      <path d={line} className={css.casing} />
      <path d={line} className={css.waterline} />
    </>
  );
});
