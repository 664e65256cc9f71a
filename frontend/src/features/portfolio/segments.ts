import type { ViewRest, ViewRow } from "./assetView";
import { isPriced } from "./valued";

/** The colors of the largest segments. */
export const SEGMENT_COLOURS = [
  "var(--c1)",
  "var(--c2)",
  "var(--c3)",
  "var(--c4)",
  "var(--c5)",
  "var(--c6)",
  "var(--c7)",
] as const;
/** The color of every other segment. */
export const REST_COLOUR = "var(--c8)";

/**
 * Assigns colors: an asset keeps its color for as long as the page is open, and a new one gets the first that is
 * free.
 */
export function assignColours(before: ReadonlyMap<string, string>, ids: readonly string[]): Map<string, string> {
  const kept = new Map([...before].filter(([id]) => ids.includes(id)));
  const free = SEGMENT_COLOURS.filter((colour) => ![...kept.values()].includes(colour));
  for (const id of ids) if (!kept.has(id)) kept.set(id, free.shift() ?? REST_COLOUR);
  return kept;
}

/** The rows with a segment of their own: those that the server does not count in the remainder. */
export function segmentRows(rows: readonly ViewRow[], rest: ViewRest | null): ViewRow[] {
  const worth = rows.filter(isPriced);
  return rest ? worth.slice(0, rest.after) : worth;
}
