import { expect, test } from "vitest";
import { isDust, periodValue, shownTokens, tokensOf, totalIn } from "./tokens";
import { BASE, ETHEREUM, valueGraph, valueRow } from "./value.test-data";

test("a coin on several chains is one token, by its latest value, and remaining assets are none", () => {
  const rows = [
    valueRow("BTC", ["5", "30"]),
    valueRow("ETH", ["9", "20"]),
    valueRow("ETH", ["9", "20"], { chain: BASE }),
    valueRow("", ["1", "99"], { asset: null, asset_count: 40 }),
  ];
  expect(tokensOf(rows, 1).map(({ coin, rows: of }) => [coin, of.length])).toEqual([
    ["eth", 2],
    ["btc", 1],
  ]);
});

test("a token without a symbol has its name, and one without both is unnamed", () => {
  const names = (symbol: string, name: string) =>
    tokensOf([valueRow("X", ["1"], { symbol, name })], 0).map((token) => [token.symbol, token.name]);
  expect([...names("", "Tide"), ...names("TIDE", ""), ...names("", "")]).toEqual([
    ["Tide", "Tide"],
    ["TIDE", "TIDE"],
    ["Unnamed token", "Unnamed token"],
  ]);
});

test("the four largest tokens are shown until some are chosen", () => {
  const tokens = tokensOf(
    ["A", "B", "C", "D", "E"].map((symbol, i) => valueRow(symbol, [`${9 - i}`])),
    0,
  );
  const coins = (chosen: string[]) => shownTokens(tokens, chosen).map(({ coin }) => coin);
  expect(coins([])).toEqual(["a", "b", "c", "d"]);
  expect(coins(["e", "b"])).toEqual(["b", "e"]);
  expect(coins(["unknown"])).toEqual(["a", "b", "c", "d"]);
});

test("sums are exact, and say how many assets they hold and whether one has no price", () => {
  const rows = [
    valueRow("A", ["0.1"]),
    valueRow("B", ["0.2"]),
    valueRow("C", [null]),
    valueRow("D", ["5"], { first: 1 }),
    valueRow("", ["340282366920938463463374607431768211456.000000000000000001"], { asset: null, asset_count: 40 }),
  ];
  expect(periodValue(rows.slice(0, 2), "closing", 0)).toEqual({ value: "0.3", held: 2, isPartial: false });
  expect(periodValue(rows, "closing", 0)).toEqual({
    value: "340282366920938463463374607431768211456.300000000000000001",
    held: 43,
    isPartial: true,
  });
  expect(periodValue(rows.slice(3, 4), "closing", 0)).toEqual({ value: null, held: 0, isPartial: false });
});

test.each([
  ["0.99", true],
  ["1", false],
  ["0", true],
  [null, false],
])("%s is dust: %s", (amount, want) => expect(isDust([valueRow("A", [amount])], "closing", 0)).toBe(want));

test("what was sold before the end of the span is dust, whatever it was worth then", () =>
  expect(isDust([valueRow("A", ["900"])], "closing", 1)).toBe(true));

test("the total of some chains is the sum of their rows, and not known where one of them has no price", () => {
  const rows = [valueRow("A", ["1", null, null]), valueRow("B", ["2", "2", "2"])];
  const data = valueGraph(
    [...rows, valueRow("C", ["5", "5", "5"], { chain: BASE })],
    ["8", "7", null],
  ).asset_value_data;
  const own = data.assets.filter(({ chain }) => chain === ETHEREUM);
  expect([0, 1, 2].map((period) => totalIn(data, own, false, "closing", period))).toEqual(["3", "2", null]);
  expect([0, 2].map((period) => totalIn(data, own, true, "closing", period))).toEqual(["8", null]);
  expect(totalIn(data, own.slice(2), false, "closing", 0)).toBe("0");
});
