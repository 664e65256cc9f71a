import { compareDecimals, parseDecimal } from "../../format/decimal";
import type { CostRow } from "./types";

/** The columns of the table, as the URL names them. */
export type CostSort = "asset" | "average" | "price" | "amount" | "cost" | "value" | "gain";

export interface CostView {
  sort: CostSort;
  ascending: boolean;
  hidesDust: boolean;
}

/** A known value below this is dust, in dollars as in every other currency. */
const DUST = "1";

const NUMBERS: Readonly<Record<Exclude<CostSort, "asset">, (row: CostRow) => string | null>> = {
  average: (row) => shown(row.average_cost_price),
  price: (row) => shown(row.current_price),
  amount: (row) => row.amount,
  cost: (row) => row.cost_basis,
  value: (row) => row.current_value,
  gain: (row) => row.gain_loss_percentage,
};

/** A price as it is shown: one of zero says nothing, as one that is not known. */
export function shown(price: string | null): string | null {
  const parsed = price === null ? null : parseDecimal(price);
  return parsed && parsed.units !== 0n ? price : null;
}

const isDust = ({ current_value: value }: CostRow): boolean => isBelow(value, DUST);

function isBelow(value: string | null, limit: string): boolean {
  const [a, b] = [parseDecimal(value ?? ""), parseDecimal(limit)];
  return a !== null && b !== null && compareDecimals(a, b) < 0;
}

/** Compares two numbers; what is not known comes last in both orders. */
function compare(a: string | null, b: string | null, ascending: boolean): number {
  const [x, y] = [parseDecimal(a ?? ""), parseDecimal(b ?? "")];
  if (!x || !y) return Number(!x) - Number(!y);
  return ascending ? compareDecimals(x, y) : compareDecimals(y, x);
}

/** The rows in the order of the view, without dust if it is hidden. A row without a value is never dust. */
export function costRows(rows: readonly CostRow[], { sort, ascending, hidesDust }: CostView): CostRow[] {
  const kept = hidesDust ? rows.filter((row) => !isDust(row)) : [...rows];
  const nameOf = ({ name, symbol }: CostRow) => (name || symbol).toLowerCase();
  if (sort === "asset") {
    const order = ascending ? 1 : -1;
    return kept.sort((a, b) => order * nameOf(a).localeCompare(nameOf(b)));
  }
  const number = NUMBERS[sort];
  return kept.sort((a, b) => compare(number(a), number(b), ascending));
}

const SORTS: readonly CostSort[] = ["asset", "average", "price", "amount", "cost", "value", "gain"];

/** The view that a query describes. By default the highest value comes first. */
export function viewOf(params: URLSearchParams): CostView {
  const named = params.get("sort") ?? "";
  const sort = SORTS.find((one) => one === named.replace(/^-/, "")) ?? "value";
  return {
    sort,
    ascending: SORTS.includes(named as CostSort),
    hidesDust: params.get("dust") === "hidden",
  };
}

/** The query of a view, without what is the default. */
export function queryOf({ sort, ascending, hidesDust }: CostView): Record<string, string | null> {
  const isDefault = sort === "value" && !ascending;
  return { sort: isDefault ? null : `${ascending ? "" : "-"}${sort}`, dust: hidesDust ? "hidden" : null };
}
