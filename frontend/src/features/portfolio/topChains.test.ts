import { expect, test } from "vitest";
import { viewRows } from "./assetView";
import { part, portfolio, row } from "./portfolio.test-data";
import { topChains } from "./topChains";
import type { AssetOnChain, NetworkRow } from "./types";

const on = (chain: string, value: string | null): AssetOnChain => ({
  chain,
  asset: `${chain}/slip44:60`,
  amount: "1",
  value,
  price: value,
  share: value,
  state: value === null ? "unpriced" : "priced",
  reasons: [],
});
const networks = [{ chain: "eip155:1", name: "Ethereum" }] as NetworkRow[];
const view = (chains: AssetOnChain[]) => {
  const [only] = viewRows(portfolio([row("eth", "60", { chains, parts: [part()] })]));
  if (!only) throw new Error("one row was given");
  return topChains(only, networks);
};

test("an asset on one network has that one", () => {
  expect(view([])).toEqual([{ id: "eip155:1", name: "Ethereum", amount: "1", value: "60" }]);
});

test("the two with the most come first, the others are counted", () => {
  const shown = view([on("eip155:10", "5"), on("eip155:8453", null), on("eip155:1", "40"), on("eip155:56", "15")]);
  expect(shown.map(({ name, amount, value }) => [name, amount, value])).toEqual([
    ["Ethereum", "1", "40"],
    ["eip155:56", "1", "15"],
    ["Other", "2 networks", null],
  ]);
});
