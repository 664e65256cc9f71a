import { expect, test } from "vitest";
import { balancesOf, byPlace, groupsIn, isAbove, sumsOf } from "./balances";
import type { AssetPart, AssetRow, Portfolio } from "./types";

const position = (place: string, kind: number, name: string) => ({ place, kind, name });

const part = (over: object): AssetPart =>
  ({
    asset: "a",
    symbol: "A",
    amount: "1",
    value: "1",
    position: null,
    reason: null,
    stale: false,
    ...over,
  }) as AssetPart;

/** The portfolio of an account with these parts, by asset. */
const portfolioOf = (assets: Record<string, AssetPart[]>): Portfolio =>
  ({
    user_wallet: {
      assets: Object.entries(assets).map(([group, parts]) => ({ group, name: group, parts }) as AssetRow),
    },
    figures: { "/user_wallet/assets/1/parts/0/value": "of ether" },
  }) as unknown as Portfolio;

const held = portfolioOf({
  usdt: [
    part({ asset: "usdt", value: "2150", position: position("Spot", 10, "Regular") }),
    part({ asset: "usdt", amount: "-4001.86", value: "-4001.86", position: position("Credit line", 30, "Borrowed") }),
  ],
  eth: [part({ asset: "eth", value: "8671.25", position: position("Staking", 20, "Staked") })],
  usdc: [part({ asset: "usdc", value: "25000", position: position("Earn", 40, "Lent") })],
  tide: [part({ asset: "tide", value: null })],
  btc: [part({ asset: "btc", value: "25327.12" })],
});

test("places are in groups with sums, Spot first and a debt last", () => {
  const groups = byPlace(balancesOf(held));
  expect(groups.map(({ place, sum }) => [place, sum])).toEqual([
    ["Spot", "27477.12"],
    ["Earn", "25000"],
    ["Staking", "8671.25"],
    ["Credit line", "-4001.86"],
  ]);
  const spot = groups[0]?.balances ?? [];
  expect(
    spot.map(({ row }) => row.group),
    "what is not priced comes last",
  ).toEqual(["btc", "usdt", "tide"]);
  expect(groupsIn(spot)).toBe(3);
});

test("a balance that is no position has no kind, and a borrowed one is a debt", () => {
  const balances = balancesOf(held);
  const kinds = balances.map(({ row, kind, isBorrowed }) => [row.group, kind, isBorrowed]);
  expect(kinds).toEqual([
    ["usdt", null, false],
    ["usdt", "Borrowed", true],
    ["eth", "Staked", false],
    ["usdc", "Lent", false],
    ["tide", null, false],
    ["btc", null, false],
  ]);
  expect(balances[2]?.figure).toBe("of ether");
});

test("what is owed is summed apart, and what has no price is counted, not zero", () => {
  const sums = { assets: "61148.37", debt: "-4001.86", held: 5, owed: 1, unpriced: 1 };
  expect(sumsOf(balancesOf(held))).toEqual(sums);
  const unknown = balancesOf(portfolioOf({ tide: [part({ value: null })] }));
  expect(sumsOf(unknown)).toEqual({ assets: null, debt: null, held: 1, owed: 0, unpriced: 1 });
  expect(byPlace(unknown)[0]?.sum).toBeNull();
});

test.each([
  ["0.01", true],
  ["0", false],
  ["-1", false],
])("%s is above zero: %s", (amount, is) => expect(isAbove(amount)).toBe(is));
