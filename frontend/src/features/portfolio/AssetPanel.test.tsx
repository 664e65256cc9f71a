import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { AssetPanel } from "./AssetPanel";
import { viewRows, withChanges } from "./assetView";
import { contractsOf } from "./contracts";
import { part, portfolio, row } from "./portfolio.test-data";
import { agreementOf } from "./quotes";
import type { AssetRow, ExplainNode } from "./types";

const sdk = vi.hoisted(() => ({
  explainFigure: vi.fn(),
  getClosingPrices: vi.fn(),
  getAverageCostBasis: vi.fn(),
  ProblemError: class extends Error {},
}));
vi.mock("@spyhop/sdk", () => sdk);
afterEach(cleanup);

const nothing = () => undefined;
const actions = { onSetPrice: nothing, onClearPrice: nothing, onHide: nothing, onRemoveToken: nothing };

const node = (over: Partial<ExplainNode>): ExplainNode => ({
  ...{ operation: "observation", label: "", detail: null, measure: "price", unit: "USD", value: null },
  ...{ observed_at: null, block: null, source: null, reason: null, raw: null, chosen: false, children: [] },
  ...over,
});
const quote = (name: string, value: string, chosen = false) =>
  node({ value, chosen, source: { id: name, name, host: null } });

function show(over: Partial<AssetRow> = {}, canAct = true, figures = {}, hasHistory = false) {
  const [shown] = withChanges(viewRows(portfolio([row("eth", "5", over)], { figures })), { eth: "8.9" });
  if (!shown) throw new Error("no row");
  render(
    <QueryClientProvider client={new QueryClient()}>
      <AssetPanel
        row={shown}
        currency="USD"
        visitorToken={undefined}
        colour="var(--c1)"
        chainColours={new Map()}
        move={undefined}
        hasCosts={hasHistory}
        history={hasHistory ? <p>Entries</p> : null}
        actions={canAct ? actions : null}
        onClose={nothing}
      />
    </QueryClientProvider>,
  );
}

test("the panel shows the value, the price, and the holdings", () => {
  const parts = [part(), part({ symbol: "WETH", asset: "eip155:1/erc20:0xc02a", wallet_label: "Savings" })];
  show({ parts, symbol: "ETH", amount: "2" });
  expect(screen.getByRole("heading", { name: "eth" })).toBeTruthy();
  expect(screen.getByText("+8.90%")).toBeTruthy();
  expect(screen.getByText("2 wallets on 1 network")).toBeTruthy();
  expect(screen.getByText("WETH on Ethereum")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Hide ETH" })).toBeTruthy();
});

test("a debt beside a balance is a holding of its own, with place and kind", () => {
  const position = { kind: 30, name: "Borrowed", place: "Aave v3" };
  show({ parts: [part(), part({ position, amount: "-40", value: "-4000" })] });
  expect(screen.getByText("Ethereum · Aave v3")).toBeTruthy();
  expect(screen.getByText("Borrowed")).toBeTruthy();
  expect(screen.getByText("−40.00")).toBeTruthy();
  expect(screen.getByText("−$4,000.00")).toBeTruthy();
});

test("a visitor sees the same and no action", () => {
  show({}, false);
  expect(screen.getByText("Held in", { exact: false })).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^(Hide|Set a price|Change price)/ })).toBeNull();
});

test("only the part that is a receipt says so, and the panel says of what", () => {
  const receipt = { kind: 20, name: "Staked", of: "eip155:1/slip44:60", text: "A receipt for staked ether." };
  show({ parts: [part(), part({ receipt, wallet_address: "0x9b", wallet_label: "Other" })] });
  expect(screen.getAllByText("Staked")).toHaveLength(1);
  expect(screen.getByText(receipt.text, { selector: "p" })).toBeTruthy();
});

test("an imitation names what it imitates and shows no contract", () => {
  const flags = [{ code: "look_alike" as const, text: "Imitates a well-known token." }];
  show({ flags, parts: [part({ asset: "eip155:1/erc20:0xbad" })] });
  expect(screen.getByText("Imitates a well-known token.")).toBeTruthy();
  expect(screen.queryByRole("heading", { name: "Contracts" })).toBeNull();
});

const CONTRACT = "0x7Fc66500c84A76Ad7e9c93437bFc5Ac33E2DDaE9";
const held = { explorer_url: "https://etherscan.io/address/0x8a12", asset: `eip155:1/erc20:${CONTRACT}` };

test("a contract says whether a list names it, and opens on its explorer", () => {
  show({ parts: [part(held)] });
  expect(screen.getByText("Known token")).toBeTruthy();
  const link = screen.getByRole("link", { name: "View the contract on Ethereum on its block explorer" });
  expect(link.getAttribute("href")).toBe(`https://etherscan.io/address/${CONTRACT}`);
});

test("one contract that no list names is enough to say so", () => {
  const other = { asset: "eip155:10/erc20:0xbeef", chain: "eip155:10", chain_name: "OP Mainnet", listed: false };
  show({ parts: [part(held), part(other)] });
  expect(screen.getByText("Not on our list")).toBeTruthy();
  expect(screen.queryByText("Known token")).toBeNull();
});

test("the price names its sources, and how they were agreed", async () => {
  const tree = node({ operation: "median", children: [quote("A", "1"), quote("B", "2", true), quote("C", "3")] });
  sdk.explainFigure.mockResolvedValue({ value: "2", tree });
  show({}, true, { "/user_wallet/assets/0/price": "figure" });
  expect(await screen.findByText("Median of 3 sources")).toBeTruthy();
  expect(screen.getByText("Median", { exact: true })).toBeTruthy();
});

test("two quotes are an average, one is itself, and quotes that do not count are not listed", () => {
  const two = node({ operation: "average", children: [quote("A", "1"), quote("B", "3"), node({ operation: "gap" })] });
  expect(agreementOf(two)).toMatchObject({ isMedian: false, quotes: [{ name: "A" }, { name: "B" }] });
  const one = node({ operation: "product", measure: "money", children: [quote("A", "1")] });
  expect(agreementOf(one)?.quotes.map(({ name }) => name)).toEqual(["A"]);
  expect(agreementOf(node({ operation: "constant", label: "Your price" }))).toBeNull();
});

test("contracts are each named once, shortened in the middle, and coins have none", () => {
  const token = part({ asset: "eip155:1/erc20:0x7Fc66500c84A76Ad7e9c93437bFc5Ac33E2DDaE9" });
  const [shown] = viewRows(portfolio([row("aave", "5", { parts: [token, token, part()] })]));
  if (!shown) throw new Error("no row");
  expect(contractsOf(shown).map(({ short }) => short)).toEqual(["0x7Fc66500…3E2DDaE9"]);
});

test("with a history the panel has the price over time and what the asset cost", async () => {
  sdk.getClosingPrices.mockResolvedValue({
    days: ["2026-11-26", "2026-11-27"],
    rows: [{ asset: "eip155:1/slip44:60", prices: ["90", "100"] }],
    ...{ currency_code: "USD", time_zone: "UTC", data_loaded: true },
  });
  const cost = { asset: "eip155:1/slip44:60", chain: { name: "Ethereum" }, symbol: "ETH", amount: "2" };
  const read = { complete: true, known_since: null, accounts: 1, accounts_done: 1, gaps: [] };
  sdk.getAverageCostBasis.mockResolvedValue({
    assets: [
      { ...cost, average_cost_price: "75.5", cost_basis: "151", assumed_cost: "151", unknown_amount: "0" },
      {
        ...cost,
        symbol: "ETH in Lido",
        average_cost_price: null,
        cost_basis: null,
        assumed_cost: "0",
        unknown_amount: "1",
      },
    ].map((one) => ({ ...one, gain_loss_percentage: one.cost_basis && "32.4" })),
    ...{ currency_code: "USD", method_name: "FIFO", coverage: read, figures: {} },
  });
  show({}, true, {}, true);
  await screen.findByText(/^Daily closing price/);
  const costs = (await screen.findByRole("heading", { name: "Cost basis FIFO" })).closest("section");
  const items = [...(costs?.querySelectorAll("li") ?? [])].map(({ textContent }) => textContent);
  expect(items).toEqual([
    "2.00 ETH at $75.50Ethereum · assumed$151.00 paid+32.4%",
    "2.00 ETH in LidoEthereumCost not known–",
  ]);
  fireEvent.click(screen.getByRole("radio", { name: "All" }));
  await waitFor(() => expect(sdk.getClosingPrices.mock.calls.at(-1)?.[0]).toMatchObject({ days: null }));
});

test("prices in another currency are not shown as those of this one", async () => {
  sdk.getClosingPrices.mockResolvedValue({
    days: ["2026-11-26", "2026-11-27"],
    rows: [{ asset: "eip155:1/slip44:60", prices: ["90", "100"] }],
    ...{ currency_code: "EUR", time_zone: "UTC", data_loaded: true },
  });
  sdk.getAverageCostBasis.mockReturnValue(new Promise(() => undefined));
  show({}, true, {}, true);
  await waitFor(() => expect(sdk.getClosingPrices).toHaveBeenCalled());
  await screen.findByText(/^Daily closing price/);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(screen.queryByText(/^Price of /)).toBeNull();
});
