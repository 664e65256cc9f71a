import { expect, test } from "vitest";
import { type Entry, matching } from "./fuzzy";

const entry = (kind: Entry["kind"], ...names: string[]): Entry => ({
  id: names.join(" "),
  kind,
  label: names[0] ?? "",
  detail: "",
  names,
  to: "/home",
});
const entries = [
  entry("page", "Data health"),
  entry("asset", "Ether", "ETH"),
  entry("asset", "Wrapped staked ether", "wstETH"),
  entry("asset", "Bitcoin", "BTC"),
  entry("wallet", "Savings", "lighthouse.eth", "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"),
];
const found = (text: string) => matching(entries, text, 10).map(({ label }) => label);

test("everything is listed in its order while nothing is typed, and no more than there is room for", () => {
  expect(found(" ")).toEqual(entries.map(({ label }) => label));
  expect(matching(entries, "", 2)).toHaveLength(2);
});

test("an entry is found by its name, symbol, nickname, name on chain or address", () => {
  expect(found("bitc")).toEqual(["Bitcoin"]);
  expect(found("BTC")).toEqual(["Bitcoin"]);
  expect(found("savings")).toEqual(["Savings"]);
  expect(found("lighthouse")).toEqual(["Savings"]);
  expect(found("0xd8da6b")).toEqual(["Savings"]);
  expect(found("A96045")).toEqual(["Savings"]);
});

test("a beginning comes before a word inside, and that before letters that only come in this order", () => {
  expect(found("eth")).toEqual(["Ether", "Wrapped staked ether", "Savings"]);
  expect(found("nbc")).toEqual([]);
  expect(found("bcn")).toEqual(["Bitcoin"]);
  expect(found("dth")).toEqual(["Data health"]);
  expect(found("$bc")).toEqual([]);
});

test("every typed word must match, and letters of an address must be consecutive", () => {
  expect(found("staked wrapped")).toEqual(["Wrapped staked ether"]);
  expect(found("staked bitcoin")).toEqual([]);
  expect(found("0xd8d405")).toEqual([]);
});
