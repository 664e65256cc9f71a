import { area, curveStepAfter, line } from "d3-shape";
import { type ChartColumn, type ChartRange, changesOf, runsOf, stackTops } from "./columns";
import { lttb } from "./lttb";
import type { PlotScale } from "./scale";

/** A point of a path: its place, and the period whose value it has. */
type Point = readonly [x: number, period: number];

/** The most points of a path; more than one in two pixels cannot be seen. */
const MOST = 420;
/** Half the width of a period that has no neighbour, in pixels. */
const ALONE = 4;

/** The points of a run; a period without neighbours is widened so that it can be seen. */
function pointsOf(periods: readonly number[], { x, width }: PlotScale): Point[] {
  const [only, ...others] = periods;
  if (only === undefined || others.length > 0) return periods.map((period) => [x(period), period]);
  return [
    [Math.max(0, x(only) - ALONE), only],
    [Math.min(width, x(only) + ALONE), only],
  ];
}

/** The periods of each run that a path needs at this width. */
function keptOf(total: ChartColumn, runs: readonly ChartRange[], { range: [from, to], width }: PlotScale): number[][] {
  const most = Math.min(MOST, Math.max(60, Math.round(width / 2)));
  return runs.map(([a, b]) => lttb(total, a, b, Math.max(3, Math.round((most * (b - a + 1)) / (to - from + 1)))));
}

export interface BandPaths {
  /** The lowest first. */
  bands: string[];
  /** The area above the stack. */
  above: string;
}

/** The paths of bands that are stacked on each other, the lowest first. They end where the total is not known. */
export function bandPaths(
  bands: readonly ChartColumn[],
  total: ChartColumn,
  runs: readonly ChartRange[],
  scale: PlotScale,
): BandPaths {
  const tops = stackTops(bands, total.length);
  const highest = tops.at(-1) ?? total;
  const kept = keptOf(highest, runs, scale).map((periods) => pointsOf(periods, scale));
  const between = (lower: ChartColumn | undefined, upper: (period: number) => number) => {
    const shape = area<Point>()
      .x(([x]) => x)
      .y1(([, period]) => upper(period))
      .y0(([, period]) => scale.y(lower?.[period] ?? 0));
    return kept.map((points) => shape(points) ?? "").join("");
  };
  return {
    bands: tops.map((top, band) => between(tops[band - 1], (period) => scale.y(top[period] ?? 0))),
    above: between(highest, () => 0),
  };
}

/** The line through the values of a column. */
export function linePath(column: ChartColumn, runs: readonly ChartRange[], scale: PlotScale): string {
  const shape = line<Point>(
    ([x]) => x,
    ([, period]) => scale.y(column[period] ?? 0),
  );
  return keptOf(column, runs, scale)
    .map((periods) => shape(pointsOf(periods, scale)) ?? "")
    .join("");
}

export interface CostPaths {
  /** The line of the cost. */
  line: string;
  /** The area between zero and the cost, where both the cost and the value are known. */
  water: string;
}

/** The paths of what everything that was held cost. It changes in steps. */
export function costPaths(cost: ChartColumn, total: ChartColumn, scale: PlotScale): CostPaths {
  const points = (runs: readonly ChartRange[]) => runs.map((run) => pointsOf(changesOf(cost, run), scale));
  const upper = ([, period]: Point) => scale.y(cost[period] ?? 0);
  const steps = line<Point>(([x]) => x, upper).curve(curveStepAfter);
  const water = area<Point>(([x]) => x, scale.height, upper).curve(curveStepAfter);
  return {
    line: points(runsOf([cost], scale.range))
      .map((run) => steps(run) ?? "")
      .join(""),
    water: points(runsOf([cost, total], scale.range))
      .map((run) => water(run) ?? "")
      .join(""),
  };
}
