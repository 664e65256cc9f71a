import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { hideAmounts } from "../../format/amounts";
import { Home } from "./Home";
import { coverage, part, portfolio, row } from "./portfolio.test-data";
import type { Portfolio, WalletRow } from "./types";
import { VisitorHome } from "./VisitorHome";

const sdk = vi.hoisted(() => ({
  getBalance: vi.fn(),
  getYesterdayPortfolioBalance: vi.fn(),
  ProblemError: class extends Error {},
}));
vi.mock("@spyhop/sdk", () => sdk);

const MINUTE = 60_000;
const NOW = Date.parse("2026-11-20T14:00:00Z");
const before = (minutes: number) => new Date(NOW - minutes * MINUTE).toISOString();

const wallets = [{ id: "w", address: "0x8a12", label: "lighthouse.eth", value: "1234.56" } as WalletRow];
const price = { price: "1234.56", currency_code: "USD", sources: 2, spread: null, confidence: null };
const answer = (over: Partial<Portfolio> = {}): Portfolio => ({
  ...portfolio([row("eth", "1234.56", { parts: [part()] })]),
  total: "1234.56",
  coverage: coverage({ priced: 1 }),
  asset_prices: {
    a: { ...price, as_of: before(2), manual: false },
    b: { ...price, as_of: before(9), manual: false },
    c: { ...price, as_of: before(0), manual: true },
  },
  read_at: before(12),
  wallets,
  ...over,
});
const moved = {
  ...{ group: "eth", asset: "eip155:1/slip44:60", symbol: "ETH", name: "Ether", mark: null },
  ...{ price: "100", change: "-132.93", change_percent: "-0.41" },
};
const day = (over: object = {}) => ({
  ...{ currency_code: "USD", change: "-132.93", change_percent: "-0.41", basis: "snapshot", reason: null },
  ...{ valuation_id: "v", figures: {}, total: "1234.56", compared: "1234.56", not_compared: 0, pending: false },
  ...{ moved: [moved], moved_count: 1, quiet_below: "10", ...over },
});

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ["Date", "setInterval", "clearInterval"] });
  sdk.getBalance.mockReset().mockImplementation(async () => answer());
  sdk.getYesterdayPortfolioBalance.mockReset().mockImplementation(async () => day());
});
afterEach(() => {
  cleanup();
  hideAmounts(false);
  vi.useRealTimers();
});

const none = () => undefined;
const home = <Home wallets={[]} providers={null} pageActions={null} onAdd={none} onFixWallet={none} />;
const visited = <VisitorHome visitorToken="spy_share_1" onOver={none} onShown={none} />;

function show(page = home) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={["/home"]}>{page}</MemoryRouter>
    </QueryClientProvider>,
  );
}
const text = () => document.body.textContent ?? "";
const headline = () => screen.getByRole("region", { name: "Net worth" }).textContent;

test("each time says what it dates", async () => {
  show();
  await screen.findByText(/^Down/);
  expect(headline()).toContain("Prices 2 min ago · balances 12 min ago");
});

test("old balances are read again while the page is open, and not again before they could have been", async () => {
  const reads = () => sdk.getBalance.mock.calls.filter(([body]) => body.update_balance).length;
  show();
  await screen.findByText(/^Down/);
  expect(reads()).toBe(0);
  // The balances are 12 minutes old, and become old after half an hour.
  await act(() => vi.advanceTimersByTimeAsync(20 * MINUTE));
  await waitFor(() => expect(reads()).toBe(1));
  await act(() => vi.advanceTimersByTimeAsync(25 * MINUTE));
  expect(reads()).toBe(1);
  await act(() => vi.advanceTimersByTimeAsync(10 * MINUTE));
  await waitFor(() => expect(reads()).toBe(2));
});

test("hidden amounts are hidden in sentences and titles too", async () => {
  const unpriced = {
    ...{ asset: "eip155:1/erc20:0xb80", symbol: "TIDE", name: "Tide", chain: "eip155:1", wallet_address: "0x8a12" },
    ...{ amount: "1132.6312", raw_amount: null, assumed_decimals: null, text: "No price." },
    reason: "not_listed" as const,
  };
  sdk.getBalance.mockImplementation(async () =>
    answer({ coverage: coverage({ priced: 1, unpriced: [unpriced], complete: false }) }),
  );
  show();
  await screen.findByText("1,132.63 TIDE");
  await screen.findByText(/^Down/);
  expect(text()).toContain("$132.93");
  act(() => hideAmounts(true));
  expect(document.body.innerHTML).not.toMatch(/132\.93|1,?132\.6/);
  expect(text()).toContain("Down ••••");
  expect(text()).toContain("•••• TIDE");
});

test("without a wallet the page offers to add one, and waits for nothing", async () => {
  sdk.getBalance.mockImplementation(async () => ({ ...portfolio([]), total: "0", wallets: [] }));
  show();
  await screen.findByText("Track your first wallet");
  expect(text()).not.toMatch(/Not loaded yet|24h change|What moved|Allocation/);
});

test("wallets without assets have no change, and none is being loaded", async () => {
  sdk.getBalance.mockImplementation(async () => ({ ...portfolio([]), total: "0", wallets }));
  const reason = { code: "not_read_yet", text: "x" };
  sdk.getYesterdayPortfolioBalance.mockImplementation(async () => day({ change: null, reason }));
  show();
  await screen.findByText("No assets here");
  expect(text()).not.toMatch(/Not loaded yet|24h change/);
});

test("while the total is loading, no change is shown beside it", async () => {
  const reading = { ...portfolio([]), total: null, refreshing: true, wallets, coverage: coverage({ reading: 22 }) };
  sdk.getBalance.mockImplementation(async () => reading);
  show(visited);
  await waitFor(() => expect(sdk.getYesterdayPortfolioBalance).toHaveBeenCalled());
  await screen.findByText("22 still loading");
  expect(headline()).not.toMatch(/132\.93|0\.41|24h/);
});
