import { expect, test } from "vitest";
import { groupedAssets } from "./assetGroups";
import { assetPage } from "./assetPage";
import { tableSum } from "./assetSums";
import { type AssetView, type ViewRow, viewRows } from "./assetView";
import { part, portfolio, row, tableView } from "./portfolio.test-data";
import type { AssetOnChain, Gain } from "./types";

const gain = (amount: string, cost: string, isPartial = false): Partial<ViewRow> => {
  const gained: Gain = { amount, cost, percent: null, figure: undefined, isPartial };
  return { gain: amount, gained };
};
const on = (chain: string, value: string): AssetOnChain => ({
  ...{ chain, value, asset: "a", amount: "1", price: "1", share: value },
  ...{ state: "priced", reasons: [] },
});
const places = [part({ value: "30" }), part({ value: "30", chain: "eip155:10" })];
const answer = portfolio(
  [
    row("a", "60.0000000000000001", {
      share: "60",
      parts: places,
      chains: [on("eip155:1", "30"), on("eip155:10", "30")],
    }),
    row("b", "40", { state: "partly_priced" }),
    row("none", null),
    row("crumb", "0.5", { dust: true }),
  ],
  {
    total: "100.5000000000000001",
    figures: { "/total": "the total", "/networks/0/value": "on mainnet" },
    networks: [
      {
        ...{ chain: "eip155:1", name: "Ethereum", code: "ethereum", color: "#000", mark: null },
        ...{ value: "70.5", share: "70.5", priced: 3, unpriced: 1, reading: 0 },
      },
    ],
  },
);
const gains: Readonly<Record<string, Partial<ViewRow>>> = { a: gain("10.5", "50"), b: gain("-0.5", "50", true) };
const rows = viewRows(answer).map((one) => ({ ...one, ...gains[one.group] }));

const sum = (change: Partial<AssetView> = {}, all: string | null = null) => {
  const view = { ...tableView, ...change };
  return tableSum(answer, rows, assetPage(rows, view).matching, view, { amount: all, figure: "all gains" });
};

test("the sum of everything is the total of the answer, with its explanation", () => {
  expect(sum()).toMatchObject({ amount: "100.5000000000000001", figure: "the total", isWhole: true, share: "100" });
});

test("assets without a value, and those counted in part, are named and not zero", () => {
  expect(sum()).toMatchObject({ assets: 4, unpriced: 1, partly: 1, debts: null });
  expect(sum({ search: "none" })).toMatchObject({ amount: null, assets: 1, unpriced: 1, share: null, gain: null });
});

test("a search has the exact sum of what it finds, without an explanation", () => {
  expect(sum({ search: "a" })).toMatchObject({ isWhole: false, figure: undefined });
  expect(sum({ search: "eip155:1/erc20:a" })).toMatchObject({ amount: "60.0000000000000001", share: "60", assets: 1 });
});

test("one network has the sum of the answer, also of what is hidden as dust", () => {
  expect(sum({ networks: ["eip155:1"] })).toMatchObject({ amount: "70.5", figure: "on mainnet", isWhole: false });
  expect(sum({ networks: ["eip155:1", "eip155:10"] })).toMatchObject({ figure: undefined });
});

test("the gain is that of the assets with a known cost, of which it says how many there are", () => {
  expect(sum().gain).toEqual({ amount: "10.0", percent: "10.00000", figure: undefined, assets: 2, partly: 1 });
});

test("the gain is explained only where it is that of the answer", () => {
  expect(sum({}, "10").gain?.figure).toBe("all gains");
  // The rows are rounded, each for itself.
  expect(sum({}, "10.000000000000000002").gain?.figure).toBe("all gains");
  expect(sum({}, "10.01").gain?.figure).toBeUndefined();
  expect(sum({}, "11").gain?.figure).toBeUndefined();
});

test("the gain of an asset counts once all its parts match, and not for one of them", () => {
  expect(sum({ networks: ["eip155:1"] }).gain).toMatchObject({ amount: "-0.5", assets: 1 });
  const { matching } = groupedAssets(answer, rows, tableView, "network");
  expect(tableSum(answer, rows, matching, tableView, null).gain).toMatchObject({ amount: "10.0", assets: 2 });
});

test("debts are named, because the sum is after them", () => {
  const owed = portfolio([row("own", "100"), row("debt", "-30")], { total: "70" });
  const all = viewRows(owed);
  expect(tableSum(owed, all, all, tableView, null)).toMatchObject({ amount: "70", debts: "-30" });
});
