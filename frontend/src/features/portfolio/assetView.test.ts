import { expect, test } from "vitest";
import { assetPage } from "./assetPage";
import { type AssetView, viewRows } from "./assetView";
import { part, portfolio, row, tableView } from "./portfolio.test-data";
import type { AssetOnChain } from "./types";

const names = (view: Partial<AssetView>, assets = rows) =>
  assetPage(viewRows(portfolio(assets)), { ...tableView, ...view }).rows.map((r) => r.group);
const rows = [row("b", "20"), row("none", null), row("a", "100"), row("c", "3.5"), row("crumb", "0.4", { dust: true })];

test("the largest come first, assets without a price last, in either order", () => {
  expect(names({})).toEqual(["a", "b", "c", "none"]);
  expect(names({ ascending: true })).toEqual(["c", "b", "a", "none"]);
  expect(names({ sort: "name", ascending: true })).toEqual(["a", "b", "c", "none"]);
});

test("amounts are compared as amounts, not as text, beyond what a float can hold", () => {
  const big = [row("x", "9007199254740993"), row("y", "9007199254740992.5"), row("z", "90071992547409930")];
  expect(names({}, big)).toEqual(["z", "x", "y"]);
});

test("dust is left out and counted; an unpriced row never is", () => {
  const page = assetPage(viewRows(portfolio(rows)), tableView);
  expect(page).toMatchObject({ dust: 1, count: 4 });
  expect(names({ showDust: true })).toContain("crumb");
});

test("search covers names, symbols and wallets", () => {
  expect(names({ search: "NONE" })).toEqual(["none"]);
  expect(names({ search: "lighthouse" })).toHaveLength(4);
  expect(names({ search: "nothing of this" })).toEqual([]);
});

test("pages are cut, and a page beyond the end is the last", () => {
  const many = Array.from({ length: 23 }, (_, i) => row(`t${i}`, String(100 - i)));
  const page = assetPage(viewRows(portfolio(many)), { ...tableView, page: 9 });
  expect([page.page, page.pages, page.rows.length]).toEqual([2, 3, 3]);
  expect(assetPage(viewRows(portfolio(many)), { ...tableView, page: -4 }).page).toBe(0);
});

test("a network shows what it holds as the server sums it up, with the figure of that sum", () => {
  const parts = [part({ value: "60" }), part({ value: "40", wallet_address: "0x3f5c" }), part({ chain: "eip155:10" })];
  const on = (chain: string, price: string): AssetOnChain => ({
    ...{ chain, price, asset: "eip155:1/slip44:60", amount: "1", value: "100", share: "10" },
    ...{ state: "priced", reasons: [] },
  });
  const chains = [on("eip155:1", "99"), on("eip155:10", "98")];
  const figures = {
    "/user_wallet/assets/0/value": "whole",
    "/user_wallet/assets/0/chains/0/value": "there",
    "/user_wallet/assets/0/chains/0/price": "price",
    "/user_wallet/assets/0/parts/1/value": "two",
  };
  const answer = portfolio([row("a", "200", { parts, chains }), row("b", "20", { parts: [part({ chain: "x" })] })], {
    figures,
  });
  const shown = assetPage(viewRows(answer), { ...tableView, networks: ["eip155:1"] }).rows;
  expect(shown).toMatchObject([{ group: "a", value: "100", price: "99", valueFigure: "there", priceFigure: "price" }]);
  expect(shown[0]?.parts.map(({ valueFigure }) => valueFigure)).toEqual([undefined, "two"]);
});

test("of several networks each shows its own sum, and an asset that lies on them alone is whole", () => {
  const on = (chain: string, value: string): AssetOnChain => ({
    ...{ chain, value, asset: "eip155:1/slip44:60", amount: "1", price: "99", share: "10" },
    ...{ state: "priced", reasons: [] },
  });
  const parts = ["eip155:1", "eip155:10", "eip155:56"].map((chain) => part({ chain }));
  const chains = [on("eip155:1", "50"), on("eip155:10", "30"), on("eip155:56", "20")];
  const two = { parts: parts.slice(0, 2), chains: chains.slice(0, 2) };
  const rows = viewRows(portfolio([row("a", "100", { parts, chains }), row("b", "80", two)]));
  const shown = assetPage(rows, { ...tableView, networks: ["eip155:10", "eip155:1"] }).rows;
  expect(shown.map(({ id, value }) => [id, value])).toEqual([
    ["b", "80"],
    ["a eip155:1", "50"],
    ["a eip155:10", "30"],
  ]);
});

test("a row that lies on one network brings its own figure", () => {
  const answer = portfolio([row("a", "100")], { figures: { "/user_wallet/assets/0/value": "whole" } });
  const [shown] = assetPage(viewRows(answer), { ...tableView, networks: ["eip155:1"] }).rows;
  expect(shown).toMatchObject({ value: "100", valueFigure: "whole" });
});

test("a holding on one network is marked by its own price, and is priced with its whole group", () => {
  const parts = ["eip155:1", "eip155:10"].map((chain) => part({ chain, asset: `${chain}/eth` }));
  const chains = parts.map(
    ({ chain, asset }): AssetOnChain => ({
      ...{ chain, asset, value: "50", amount: "1", price: "50", share: "10" },
      ...{ state: "priced", reasons: [] },
    }),
  );
  const own = { price: "2", currency_code: "USD", as_of: "", sources: 1, spread: null, confidence: null, manual: true };
  const asset_prices = { "eip155:10/eth": own, "eip155:1/eth": { ...own, manual: false } };
  const rows = viewRows(portfolio([row("a", "100", { parts, chains })], { asset_prices }));
  const marks = ["eip155:1", "eip155:10"].flatMap((network) => {
    const [shown] = assetPage(rows, { ...tableView, networks: [network] }).rows;
    expect(shown?.assets).toEqual([
      { asset: "eip155:1/eth", price: null },
      { asset: "eip155:10/eth", price: "2" },
    ]);
    return [shown?.manual_price, shown?.parts[0]?.isManualPrice];
  });
  expect(marks).toEqual([false, false, true, true]);
});
