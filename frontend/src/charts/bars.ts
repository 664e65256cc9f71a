import type { GridLine, PlotScale } from "./scale";
import { gridLines } from "./scale";

/** One color of a bar. Its value is a number only for its length on the screen, never for a shown figure. */
export interface BarPart {
  id: string;
  colour: string;
  /** Below zero it hangs under the axis. */
  value: number;
}

/** One bar, its parts in the order in which they are stacked. */
export interface Bar {
  id: string;
  /** The figure above the bar in words, and a short form of it for narrow bars; null for none. */
  total: readonly [long: string, short: string] | null;
  parts: readonly BarPart[];
}

/** The colors of the parts that have one of their own, in their order. */
export const PART_COLOURS = ["var(--c1)", "var(--c2)", "var(--c3)", "var(--c4)"] as const;
/** The color of everything else. */
export const REST_COLOUR = "var(--c8)";

/** A part of a bar with the values at which it begins and ends. */
export interface PlacedPart extends BarPart {
  from: number;
  to: number;
}

/** Stacks the parts of a bar: upwards from zero, and those below zero downwards. */
export function placedParts(parts: readonly BarPart[]): PlacedPart[] {
  let [above, below] = [0, 0];
  return parts.map((part) => {
    const from = part.value < 0 ? below : above;
    const to = from + part.value;
    if (part.value < 0) below = to;
    else above = to;
    return { ...part, from, to };
  });
}

/** The lowest and the highest value that bars reach; zero is always between them. */
export function extentOf(bars: readonly Bar[]): readonly [lowest: number, highest: number] {
  let [lowest, highest] = [0, 0];
  for (const { parts } of bars)
    for (const { to } of placedParts(parts)) {
      lowest = Math.min(lowest, to);
      highest = Math.max(highest, to);
    }
  return [lowest, highest];
}

/** The grid lines between the lowest and the highest value, at most four. Zero has one. */
export function barLines([lowest, highest]: readonly [number, number]): GridLine[] {
  const steps = gridLines(highest - lowest).slice(1);
  const above = steps.filter(({ value }) => value <= highest);
  const below = steps.filter(({ value }) => value <= -lowest);
  const negative = below.map(({ value, amount }) => ({ value: -value, amount: `-${amount}` }));
  return [...negative.reverse(), { value: 0, amount: "0" }, ...above];
}

/** The place of bars and values in pixels: `x` is the middle of a bar. */
export function barScale(
  count: number,
  width: number,
  height: number,
  [lowest, highest]: readonly [number, number],
): PlotScale {
  const span = highest - lowest || 1;
  return {
    range: [0, Math.max(0, count - 1)],
    width,
    height,
    x: (bar) => Math.round(((bar + 0.5) / Math.max(1, count)) * width * 10) / 10,
    y: (value) => Math.round(((highest - value) / span) * height * 10) / 10,
  };
}

/** The bar at a place. */
export const barAt = (count: number, width: number, x: number): number =>
  Math.min(Math.max(0, count - 1), Math.max(0, Math.floor((x / Math.max(1, width)) * count)));

/** The width of the bars: not more than `most`, with a gap between them. */
export const barThickness = (count: number, width: number, most: number): number =>
  Math.max(1, Math.min(most, Math.floor((width / Math.max(1, count)) * 0.68)));
