import type { ChartRange } from "./columns";

/** The place of periods and values in pixels. */
export interface PlotScale {
  range: ChartRange;
  width: number;
  height: number;
  x: (period: number) => number;
  y: (value: number) => number;
}

/** Tenths of a pixel keep the paths short. */
const rounded = (pixels: number): number => Math.round(pixels * 10) / 10;

/** The scale of a span of periods: a single one is in the middle. Values start at zero, unless there is a floor. */
export function plotScale(range: ChartRange, width: number, height: number, ceiling: number, floor = 0): PlotScale {
  const [from, to] = range;
  return {
    range,
    width,
    height,
    x: (period) => (to === from ? width / 2 : rounded(((period - from) / (to - from)) * width)),
    y: (value) => rounded(height - ((value - floor) / (ceiling - floor || 1)) * height),
  };
}

/** The period nearest to a place. */
export function periodAt({ range: [from, to], width }: PlotScale, x: number): number {
  const period = Math.round(from + (x / Math.max(1, width)) * (to - from));
  return Math.min(to, Math.max(from, period));
}

/** The distances of grid lines to choose from, in tenths of a power of ten. */
const STEPS = [10, 15, 20, 25, 30, 40, 50, 60, 80, 100] as const;
/** The lines above zero. */
const LINES = 3;
/** The room above the largest value, as a part of it. */
const ROOM = 1.02;

/** Writes `digits` × 10^`power` without an exponent. */
function decimalOf(digits: number, power: number): string {
  if (power >= 0 || digits === 0) return `${digits}${digits === 0 ? "" : "0".repeat(power)}`;
  const text = String(digits).padStart(1 - power, "0");
  return `${text.slice(0, power)}.${text.slice(power)}`;
}

export interface GridLine {
  value: number;
  /** The value as a decimal, for its label. */
  amount: string;
}

/** The grid lines from zero to the first round value above the largest one. */
export function gridLines(largest: number): GridLine[] {
  if (largest <= 0) return [{ value: 0, amount: "0" }];
  const least = (largest * ROOM) / LINES;
  const power = Math.floor(Math.log10(least)) - 1;
  const step = STEPS.find((tenths) => tenths * 10 ** power >= least) ?? 100;
  return Array.from({ length: LINES + 1 }, (_, line) => ({
    value: line * step * 10 ** power,
    amount: decimalOf(line * step, power),
  }));
}

/** The least height of the grid as a part of its middle: a price that hardly moves is a flat line. */
const FLAT = 0.02;

/** The grid lines from the last round value below the lowest value to the first one above the highest. */
export function gridBetween(lowest: number, highest: number): GridLine[] {
  if (highest <= 0) return [{ value: 0, amount: "0" }];
  const middle = (lowest + highest) / 2;
  const height = Math.max(highest - lowest, middle * FLAT);
  const power = Math.floor(Math.log10(height / LINES)) - 1;
  const tenths = STEPS.find((one) => one * 10 ** power >= height / LINES) ?? 100;
  const step = tenths * 10 ** power;
  const first = Math.max(0, Math.floor((middle - height / 2) / step));
  const last = Math.ceil((middle + height / 2) / step);
  return Array.from({ length: last - first + 1 }, (_, line) => ({
    value: (first + line) * step,
    amount: decimalOf((first + line) * tenths, power),
  }));
}
