import { expect, test } from "vitest";
import { costRows, queryOf, shown, viewOf } from "./costView";
import type { CostRow } from "./types";

const row = (symbol: string, value: string | null, gain: string | null = null): CostRow =>
  ({
    asset: symbol,
    symbol,
    name: symbol,
    current_value: value,
    gain_loss_percentage: gain,
    amount: "1",
    cost_basis: null,
    average_cost_price: null,
    current_price: null,
  }) as unknown as CostRow;

const rows = [row("B", "0.4"), row("A", "20", "-3"), row("C", null), row("D", "1", "12.5")];
const symbols = (view: Parameters<typeof costRows>[1]) => costRows(rows, view).map(({ symbol }) => symbol);
const view = viewOf(new URLSearchParams());

test("the highest value comes first, and what is not known comes last in both orders", () => {
  expect(symbols(view)).toEqual(["A", "D", "B", "C"]);
  expect(symbols({ ...view, ascending: true })).toEqual(["B", "D", "A", "C"]);
  expect(symbols({ ...view, sort: "gain" })).toEqual(["D", "A", "B", "C"]);
  expect(symbols({ ...view, sort: "asset", ascending: true })).toEqual(["A", "B", "C", "D"]);
});

test("dust is a known value below one, never an unknown one", () =>
  expect(symbols({ ...view, hidesDust: true })).toEqual(["A", "D", "C"]));

test("the view is kept in the query, without what is the default", () => {
  for (const query of ["", "sort=asset", "sort=-gain&dust=hidden", "sort=value"]) {
    const kept = Object.entries(queryOf(viewOf(new URLSearchParams(query)))).filter(([, value]) => value !== null);
    expect(new URLSearchParams(kept as [string, string][]).toString()).toBe(query);
  }
  expect(viewOf(new URLSearchParams("sort=nothing"))).toEqual(view);
});

test.each([
  ["0", null],
  ["0.00", null],
  [null, null],
  ["0.0001", "0.0001"],
])("a price of %s is shown as %s", (price, expected) => expect(shown(price)).toBe(expected));
