import { parseDecimal } from "../../format/decimal";
import { plural } from "../../format/text";
import type { ViewRest, ViewRow } from "./assetView";
import { addressesIn } from "./places";

const SERIES = ["var(--c1)", "var(--c2)", "var(--c3)", "var(--c4)", "var(--c5)", "var(--c6)", "var(--c7)"] as const;
export const REST_COLOUR = "var(--c8)";
export const REST = "others";

/** One segment of the ring. */
export interface Segment {
  id: string;
  name: string;
  code: string;
  value: string;
  share: string | null;
  colour: string;
  /** The id under which its value is explained. */
  figure: string | undefined;
  row: ViewRow | null;
}

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

const segmentOf = (row: ViewRow, colours: ReadonlyMap<string, string>): Segment => ({
  id: row.group,
  name: row.name,
  code: row.symbol,
  value: row.value ?? "0",
  share: row.share,
  colour: colours.get(row.group) ?? REST_COLOUR,
  figure: row.valueFigure,
  row,
});

/** What is chosen: a segment, or an asset that fell among the others while totals grew. */
export function chosenSegment(parts: readonly Segment[], rows: readonly ViewRow[], id: string | null): Segment | null {
  const own = parts.find((segment) => segment.id === id);
  const row = rows.find(({ group, value }) => group === id && value !== null);
  return own ?? (row ? segmentOf(row, new Map()) : null);
}

/** The ring's segments, by value; what is left over is one. */
export function segments(
  rows: readonly ViewRow[],
  rest: ViewRest | null,
  colours: ReadonlyMap<string, string>,
): Segment[] {
  const own = named(rows, rest).map((row) => segmentOf(row, colours));
  if (!rest || rest.value === null) return own;
  const words = plural(rest.count, "other");
  const others: Segment = {
    id: REST,
    name: words,
    code: words,
    value: rest.value,
    share: rest.share,
    colour: REST_COLOUR,
    figure: rest.valueFigure,
    row: null,
  };
  return [...own, others];
}

/** Where a chosen asset is held: the largest places, and the others together. */
export interface Holder {
  id: string;
  name: string;
  note: string;
  value: string;
  figure: string | undefined;
}

export function holders({ parts, rest }: ViewRow): Holder[] {
  const addressOf = addressesIn(parts);
  const valued = parts.flatMap((part, i) =>
    part.value === null
      ? []
      : {
          id: `${part.wallet_address} ${i}`,
          name: part.wallet_label,
          note: addressOf(part) ?? part.chain_name,
          value: part.value,
          figure: part.valueFigure,
        },
  );
  if (!rest || rest.value === null) return valued;
  const note = plural(rest.count, "place");
  const other: Holder = { id: "other", name: "Other", note, value: rest.value, figure: rest.valueFigure };
  return [...valued.slice(0, rest.after), other];
}
