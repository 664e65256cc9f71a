import { compareDecimals, parseDecimal } from "../../format/decimal";
import { sumKnown, type ViewRow } from "./assetView";

/** Named segments of the ring; the rest is one. */
const NAMED = 7;
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
  /** How many assets it stands for. */
  count: number;
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

/** Priced rows, the largest first. */
function byValue(rows: readonly ViewRow[]): ViewRow[] {
  const priced = rows.flatMap((row) => {
    const value = row.value === null ? null : parseDecimal(row.value);
    return value && value.units > 0n ? [{ row, value }] : [];
  });
  return priced.sort((a, b) => compareDecimals(b.value, a.value)).map(({ row }) => row);
}

/** The groups that have a segment of their own. */
export const namedGroups = (rows: readonly ViewRow[]): string[] =>
  byValue(rows)
    .slice(0, NAMED)
    .map((row) => row.group);

const segmentOf = (row: ViewRow, colours: ReadonlyMap<string, string>): Segment => ({
  id: row.group,
  name: row.name,
  code: row.symbol,
  value: row.value ?? "0",
  share: row.share,
  colour: colours.get(row.group) ?? REST_COLOUR,
  count: 1,
  row,
});

/** What is chosen: a segment, or an asset that fell among the others while totals grew. */
export function chosenSegment(parts: readonly Segment[], rows: readonly ViewRow[], id: string | null): Segment | null {
  const own = parts.find((segment) => segment.id === id);
  const row = rows.find(({ group, value }) => group === id && value !== null);
  return own ?? (row ? segmentOf(row, new Map()) : null);
}

/** The ring's segments, by value. */
export function segments(rows: readonly ViewRow[], colours: ReadonlyMap<string, string>): Segment[] {
  const sorted = byValue(rows);
  const named = sorted.slice(0, NAMED).map((row) => segmentOf(row, colours));
  const rest = sorted.slice(NAMED);
  if (rest.length === 0) return named;
  const words = rest.length === 1 ? "1 other" : `${rest.length} others`;
  const others: Segment = {
    id: REST,
    name: words,
    code: words,
    value: sumKnown(rest.map((row) => row.value)) ?? "0",
    share: sumKnown(rest.map((row) => row.share)),
    colour: REST_COLOUR,
    count: rest.length,
    row: null,
  };
  return [...named, others];
}

/** Where a chosen asset is held: the two largest places, and the others together. */
export interface Holder {
  id: string;
  name: string;
  note: string;
  value: string;
  figure: string | undefined;
}

const LARGEST = 2;

export function holders(row: ViewRow): Holder[] {
  const parts = row.parts.flatMap((part, i) => {
    const value = part.value === null ? null : parseDecimal(part.value);
    return value && part.value !== null ? [{ part, value, text: part.value, id: `${part.wallet_address} ${i}` }] : [];
  });
  parts.sort((a, b) => compareDecimals(b.value, a.value));
  const largest = parts.slice(0, LARGEST).map(({ part, text, id }) => ({
    id,
    name: part.wallet_label,
    note: part.chain_name,
    value: text,
    figure: part.valueFigure,
  }));
  const rest = parts.slice(LARGEST);
  if (rest.length === 0) return largest;
  const note = rest.length === 1 ? "1 place" : `${rest.length} places`;
  const value = sumKnown(rest.map(({ text }) => text)) ?? "0";
  return [...largest, { id: "other", name: "Other", note, value, figure: undefined }];
}
