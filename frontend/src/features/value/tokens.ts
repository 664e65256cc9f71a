import { addColumns, type ChartColumn, chartColumn } from "../../charts/columns";
import { compareDecimals, parseDecimal, sumOf } from "../../format/decimal";
import type { ValueColumns, ValueRow } from "./types";
import { MOST_COINS, type ValueMeasure } from "./valueView";

/** A coin on all its chains. */
export interface ValueToken {
  coin: string;
  symbol: string;
  name: string;
  mark: string | null;
  rows: readonly ValueRow[];
}

/** The value of some rows in a period. */
export interface PeriodValue {
  /** The exact sum of what is known; null if nothing is. */
  value: string | null;
  /** How many assets were held. */
  held: number;
  /** Whether the price of one of them is not known. */
  isPartial: boolean;
}

/** The rows on the chosen chains. */
export const rowsOn = (rows: readonly ValueRow[], chains: readonly string[]): ValueRow[] =>
  rows.filter(({ chain }) => chains.length === 0 || chains.includes(chain._id));

/** The value of a row in a period: undefined if nothing of it was held, null if its price is not known. */
const valueIn = (row: ValueRow, measure: ValueMeasure, period: number): string | null | undefined =>
  row[measure][period - row.first];

/** What rows were worth in a period, added exactly. */
export function periodValue(rows: readonly ValueRow[], measure: ValueMeasure, period: number): PeriodValue {
  const held = rows.filter((row) => valueIn(row, measure, period) !== undefined);
  const values = held.map((row) => valueIn(row, measure, period) ?? null);
  return {
    value: sumOf(values),
    held: held.reduce((count, { asset_count }) => count + asset_count, 0),
    isPartial: values.includes(null),
  };
}

/** The name of a token whose contract states none. */
const UNNAMED = "Unnamed token";

/** The tokens of some rows, the highest latest value first. The rows of remaining assets are no tokens. */
export function tokensOf(rows: readonly ValueRow[], last: number): ValueToken[] {
  const byCoin = new Map<string, ValueRow[]>();
  for (const row of rows) if (row.asset !== null) byCoin.set(row.coin, [...(byCoin.get(row.coin) ?? []), row]);
  const tokens = [...byCoin].map(([coin, of]) => {
    const named = of.find(({ symbol, name }) => symbol || name);
    const symbol = named?.symbol || named?.name || UNNAMED;
    const mark = of.find((row) => row.mark)?.mark ?? null;
    const latest = parseDecimal(periodValue(of, "closing", last).value ?? "");
    return { token: { coin, symbol, name: named?.name || symbol, mark, rows: of }, latest };
  });
  return tokens
    .sort((a, b) =>
      a.latest && b.latest ? compareDecimals(b.latest, a.latest) : Number(!a.latest) - Number(!b.latest),
    )
    .map(({ token }) => token);
}

/** The tokens with a color of their own: the chosen ones, else the largest. */
export function shownTokens(tokens: readonly ValueToken[], coins: readonly string[]): ValueToken[] {
  const chosen = tokens.filter(({ coin }) => coins.includes(coin));
  return chosen.length > 0 ? chosen : tokens.slice(0, MOST_COINS);
}

/** A known value below this is dust, in dollars as in every other currency. */
const DUST = { units: 1n, scale: 0 };

/** Whether rows are worth less than one at the end of a span. What has no price then is no dust. */
export function isDust(rows: readonly ValueRow[], measure: ValueMeasure, period: number): boolean {
  const { value, held, isPartial } = periodValue(rows, measure, period);
  if (held === 0) return true;
  const known = parseDecimal(value ?? "");
  return known !== null && !isPartial && compareDecimals(known, DUST) < 0;
}

/** The numbers of a row, which are converted once: an answer does not change. */
const columns = new WeakMap<ValueRow, Map<string, ChartColumn>>();

function columnOf(row: ValueRow, measure: ValueMeasure, padding: number, length: number): ChartColumn {
  const known = columns.get(row) ?? new Map<string, ChartColumn>();
  columns.set(row, known);
  const key = `${measure} ${padding}`;
  const column = known.get(key) ?? chartColumn(row[measure], row.first + padding, length);
  known.set(key, column);
  return column;
}

/** The numbers of rows for the chart, added up. */
export function columnOfRows(
  rows: readonly ValueRow[],
  measure: ValueMeasure,
  padding: number,
  length: number,
): ChartColumn {
  const columns = rows.map((row) => columnOf(row, measure, padding, length));
  return addColumns(columns, length);
}

/**
 * The total of a period. Of some chains it is the sum of their rows, which is not known where the total is not and one of them has no
 * price.
 */
export function totalIn(
  data: ValueColumns,
  rows: readonly ValueRow[],
  isAll: boolean,
  measure: ValueMeasure,
  period: number,
): string | null {
  const whole = data[measure][period] ?? null;
  if (isAll) return whole;
  const { value, isPartial, held } = periodValue(rows, measure, period);
  if (whole === null && isPartial) return null;
  return held === 0 ? "0" : value;
}
