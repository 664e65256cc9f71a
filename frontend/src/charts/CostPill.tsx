import type { ChartColumn } from "./columns";
import type { PlotScale } from "./scale";
import css from "./valueChart.module.css";

/** The width that the pill may need, its height, and its distance from the line, in pixels. */
const WIDTH = 150;
const HEIGHT = 20;
const BESIDE = 8;

/** The top of the pill: below everything of the line above it, or above the line where there is no room below. */
export function pillTop(cost: ChartColumn, { range: [from, to], x, y, width, height }: PlotScale): number | null {
  const ends: number[] = [];
  for (let i = to; i >= from; i -= 1) {
    const value = cost[i] ?? Number.NaN;
    if (!Number.isNaN(value)) ends.push(y(value));
    if (x(i) < width - WIDTH) break;
  }
  if (ends.length === 0 || Number.isNaN(cost[to] ?? Number.NaN)) return null;
  const below = Math.max(...ends) + BESIDE;
  return below + HEIGHT <= height ? below : Math.max(0, Math.min(...ends) - BESIDE - HEIGHT);
}

/** The cost at the end of its line. */
export function CostPill({ cost, scale, text }: { cost: ChartColumn; scale: PlotScale; text: string }) {
  const top = pillTop(cost, scale);
  return top === null ? null : (
    <span className={css.pill} style={{ top }}>
      {text}
    </span>
  );
}
