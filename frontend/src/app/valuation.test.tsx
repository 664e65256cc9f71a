import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ExplainDrawer } from "../features/figure/ExplainDrawer";
import { explained, node } from "../features/figure/explanation.test-data";
import { PortfolioFacts } from "../features/portfolio/PortfolioFacts";
import { coverage, portfolio, row } from "../features/portfolio/portfolio.test-data";
import type { WalletRow } from "../features/portfolio/types";
import { Wallets } from "../features/wallet/Wallets";
import { walletCard } from "../features/wallet/wallet.test-data";
import { NetWorth } from "./NetWorth";

const sdk = vi.hoisted(() => ({
  getBalance: vi.fn(),
  getYesterdayPortfolioBalance: vi.fn(),
  searchWallet: vi.fn(),
  getUser: async () => ({ user: { user_wallets: [] } }),
  explainFigure: vi.fn(),
  ProblemError: class extends Error {},
}));
vi.mock("@spyhop/sdk", () => sdk);

const wallets = [{ id: "w", address: "0x8a12", label: "lighthouse.eth", value: "1" } as WalletRow];
const balance = (at: number) => ({
  ...portfolio([row("eth", `1000.0${at}`)], { wallets, coverage: coverage({ priced: 1 }) }),
  valuation_id: `v${at}`,
  total: `1000.0${at}`,
});
const cards = (at: number) => ({
  ...{ valuation_id: `v${at}`, currency_code: "USD", figures: {}, limit: 50, start: 0, networks: [], total_count: 1 },
  ...{ net_worth: `1000.0${at}`, coverage: coverage({ priced: 1 }), user_wallets: [walletCard({})] },
});

beforeEach(() => {
  sdk.getYesterdayPortfolioBalance.mockImplementation(async ({ valuation_id }) => ({
    ...{ valuation_id, currency_code: "USD", change: null, reason: null, total: null, figures: {}, not_compared: 0 },
  }));
});
afterEach(() => {
  cleanup();
  for (const call of [sdk.getBalance, sdk.searchWallet, sdk.explainFigure]) call.mockReset();
});

const none = () => undefined;
const isStale = () => document.querySelector("ul[aria-busy]")?.className.includes("stale");

/** Shows the wallets below the net worth, and a drawer if a figure is given. */
function show(figure?: string) {
  const page = (
    <>
      <NetWorth />
      <Wallets facts={<PortfolioFacts />} share={null} onUpload={none} onAdd={none} onDelete={none} onFix={none} />
      {figure ? <ExplainDrawer figure={figure} onClose={none} /> : null}
    </>
  );
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider
        router={createMemoryRouter([{ path: "/wallets", element: page }], { initialEntries: ["/wallets"] })}
      />
    </QueryClientProvider>,
  );
}

test("wallets of an earlier valuation than the net worth beside them are loaded again", async () => {
  sdk.getBalance.mockResolvedValue(balance(2));
  sdk.searchWallet.mockResolvedValueOnce(cards(1)).mockResolvedValue(cards(2));
  show();
  await waitFor(() => expect(document.body.textContent?.match(/\$1,000\.02/g)).toHaveLength(2));
  expect(document.body.textContent).not.toContain("$1,000.01");
  expect(isStale()).toBe(false);
  expect(sdk.searchWallet).toHaveBeenCalledTimes(2);
});

test("wallets that stay at another valuation are marked as old, and are not loaded without end", async () => {
  sdk.getBalance.mockResolvedValue(balance(2));
  sdk.searchWallet.mockResolvedValue(cards(1));
  show();
  await waitFor(() => expect(sdk.searchWallet).toHaveBeenCalledTimes(2));
  await act(() => new Promise((resolve) => setTimeout(resolve, 100)));
  expect(sdk.searchWallet).toHaveBeenCalledTimes(2);
  expect(isStale()).toBe(true);
});

test.each([
  ["v2", false],
  ["v1", true],
  [null, false],
])("the explanation of a figure of %s says whether the page shows newer ones: %s", async (valuation_id, isOld) => {
  sdk.getBalance.mockResolvedValue(balance(2));
  sdk.searchWallet.mockResolvedValue(cards(2));
  sdk.explainFigure.mockResolvedValue(explained(node({ operation: "sum", value: "1000.01" }), { valuation_id }));
  show("f");
  await screen.findByText(/^Sum of/);
  await waitFor(() => expect(document.body.textContent).toContain("$1,000.02"));
  expect(screen.queryAllByText(/^The page has newer figures/)).toHaveLength(isOld ? 1 : 0);
});
