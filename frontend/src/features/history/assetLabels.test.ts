import { expect, test } from "vitest";
import { assetIdLabel, isAssetId, withAssetLabels, withSymbols } from "./assetLabels";
import { leg, row } from "./history.test-data";
import type { HistoryFilters } from "./types";

const CONTRACT = "0x0705d6a400553f4F71136c2C485698FE6948864e";
const option = (value: string, label = value) => ({ value, label, mark: null, count: 1 });
const filters: HistoryFilters = {
  year_filter: [],
  method_filters: [],
  asset_filters: [
    option("eth", "ETH"),
    option(`eip155:1/erc1155:${CONTRACT}`),
    option(`eip155:1/erc1155:${CONTRACT}/12`),
    option(`eip155:1/erc721:${CONTRACT}/4821`, "APE"),
    option(`eip155:1/erc721:${CONTRACT}/7391402`, "APE"),
    option(`eip155:1/erc20:${CONTRACT}`),
    option(`eip155:1/erc20:0x1`, "\u202eEVIL"),
  ],
  wallet_filters: [],
  chain_filters: [option("eip155:1", "Ethereum")],
  kind_filters: [],
};

test("assets are labeled with a symbol and a token id, or with a short contract", () => {
  expect(withAssetLabels(filters).asset_filters.map(({ label }) => label)).toEqual([
    "ETH",
    "NFT 0x0705…864e",
    "NFT 0x0705…864e #12",
    "APE #4821",
    "APE #73914…",
    "Token 0x0705…864e",
    "EVIL",
  ]);
});

test("the values that are sent stay as they are", () => {
  const values = ({ asset_filters }: HistoryFilters) => asset_filters.map(({ value }) => value);
  expect(values(withAssetLabels(filters))).toEqual(values(filters));
});

test("an asset that is chosen by its id is named as in the shown entries", () => {
  const shown = withSymbols(filters, [
    row("e1", { legs: [leg("in", "ARB", "1", { asset: "eip155:42161/erc20:0x9" })] }),
  ]);
  expect(assetIdLabel("eip155:42161/erc20:0x9", shown)).toBe("ARB");
  expect(withSymbols(undefined, [])).toBeUndefined();
});

test("the coin of a network is named after it", () => {
  expect(assetIdLabel("eip155:1/slip44:60", filters)).toBe("Ethereum coin");
  expect(assetIdLabel("eip155:1/slip44:60", undefined)).toBe("Coin of eip155:1");
});

test.each([
  ["eip155:1/slip44:60", true],
  ["bip122:000000000019d6689c085ae165831e93/slip44:0", true],
  ["eip155:1/erc1155:0x1/12", true],
  ["eth", false],
  ["nope", false],
])("%s is an id of an asset: %s", (text, isId) => expect(isAssetId(text)).toBe(isId));
