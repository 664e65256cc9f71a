import { parseDecimal } from "../../format/decimal";
import type { ViewRest, ViewRow } from "./assetView";

const SERIES = ["var(--c1)", "var(--c2)", "var(--c3)", "var(--c4)", "var(--c5)", "var(--c6)", "var(--c7)"] as const;
const REST_COLOUR = "var(--c8)";

/**
 * Gives each asset the colour it had before; new ones take the first that is free. A colour stays with its asset for
 * as long as the page is open.
 */
export function assignColours(before: ReadonlyMap<string, string>, ids: readonly string[]): Map<string, string> {
  const kept = new Map([...before].filter(([id]) => ids.includes(id)));
  const free = SERIES.filter((colour) => ![...kept.values()].includes(colour));
  for (const id of ids) if (!kept.has(id)) kept.set(id, free.shift() ?? REST_COLOUR);
  return kept;
}

const isPositive = ({ value }: { value: string | null }): boolean => {
  const amount = value === null ? null : parseDecimal(value);
  return amount !== null && amount.units > 0n;
};

/** The rows that have a segment of their own: those before what the server counts as the rest. */
export function named(rows: readonly ViewRow[], rest: ViewRest | null): ViewRow[] {
  const worth = rows.filter(isPositive);
  return rest ? worth.slice(0, rest.after) : worth;
}
