import type { ChartRange } from "./columns";

/** The part of the chosen span that is moved: an end, or all of it. */
export type RangePart = "from" | "to" | "all";

/** The least number of steps between the ends. */
const LEAST = 1;

/** The span after a part was moved by some periods; it stays between the first and the last period. */
export function movedRange([from, to]: ChartRange, part: RangePart, by: number, last: number): ChartRange {
  const least = Math.min(LEAST, last);
  if (part === "from") return [Math.max(0, Math.min(to - least, from + by)), to];
  if (part === "to") return [from, Math.min(last, Math.max(from + least, to + by))];
  const kept = Math.min(last - to, Math.max(-from, by));
  return [from + kept, to + kept];
}

/** How many periods a key moves an end; null for other keys. */
export function stepOf(key: string, isLong: boolean): number | null {
  const step = isLong ? LONG : 1;
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: -step,
    ArrowDown: -step,
    ArrowRight: step,
    ArrowUp: step,
    PageDown: -LONG,
    PageUp: LONG,
    Home: Number.NEGATIVE_INFINITY,
    End: Number.POSITIVE_INFINITY,
  };
  return steps[key] ?? null;
}

const LONG = 30;
