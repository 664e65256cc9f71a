import { expect, test } from "vitest";
import { EVERYTHING, type HistoryView } from "./conditions";
import type { HistoryFilters } from "./types";
import { withValidChoices } from "./validChoices";

const WALLET = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const option = (value: string) => ({ value, label: value, mark: null, count: 1 });
const filters: HistoryFilters = {
  year_filter: [option("2026"), option("2025")],
  method_filters: [],
  asset_filters: [option("eth"), option("eip155:10/erc20:0x42")],
  wallet_filters: [option(WALLET)],
  chain_filters: [],
  kind_filters: [option("receive"), option("mint")],
};
const none: HistoryFilters = {
  ...filters,
  year_filter: [],
  kind_filters: [],
  asset_filters: [],
  wallet_filters: [],
};

const chosen = (choices: Partial<HistoryView>, of: HistoryFilters | undefined) => {
  const { year, asset, kind, wallet } = withValidChoices({ ...EVERYTHING, ...choices }, of);
  return [...year, ...asset, ...kind, ...wallet];
};

test.each<[string, Partial<HistoryView>]>([
  ["a word for a year", { year: ["abc"] }],
  ["a kind that does not exist", { kind: ["nonsense"] }],
  ["an address that is too short", { wallet: ["zz"] }],
])("%s is ignored, also before the options are known", (_, choices) => {
  expect(chosen(choices, undefined)).toEqual([]);
  expect(chosen(choices, filters)).toEqual([]);
});

test.each<[string, Partial<HistoryView>]>([
  ["a year without entries", { year: ["1999"] }],
  ["a kind without entries", { kind: ["burn"] }],
  ["a symbol that is not held", { asset: ["nope"] }],
  ["somebody else's account", { wallet: [`0x${"1".repeat(40)}`] }],
])("%s is ignored once the options are known", (_, choices) => {
  expect(chosen(choices, undefined)).toHaveLength(1);
  expect(chosen(choices, none)).toHaveLength(1);
  expect(chosen(choices, filters)).toEqual([]);
});

test("valid choices stay, and their case is that of the options", () => {
  const choices = { year: ["2026", "1999"], asset: ["ETH", "eth"], kind: ["mint"], wallet: [WALLET.toLowerCase()] };
  expect(chosen(choices, filters)).toEqual(["2026", "eth", "mint", WALLET]);
});

test("an account at an exchange can be chosen", () => {
  const wallet = "kraken.4hK2mQ8tYzB1nW6rC3xVdE";
  expect(chosen({ wallet: [wallet] }, undefined)).toEqual([wallet]);
  expect(chosen({ wallet: [wallet] }, { ...filters, wallet_filters: [option(wallet)] })).toEqual([wallet]);
});

test("an asset may be chosen by its id although its group is the option", () => {
  expect(chosen({ asset: ["eip155:1/slip44:60"] }, filters)).toEqual(["eip155:1/slip44:60"]);
});
