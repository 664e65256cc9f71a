import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { coverage, portfolio, row } from "../features/portfolio/portfolio.test-data";
import type { WalletRow } from "../features/portfolio/types";
import type { UserWallet } from "../features/user/types";
import { walletCard } from "../features/wallet/wallet.test-data";
import { userKey } from "../queries/keys";
import WalletRoute from "./WalletRoute";

const sdk = vi.hoisted(() => ({
  getUser: vi.fn(),
  getBalance: vi.fn(),
  getYesterdayPortfolioBalance: vi.fn(),
  getAssetValueGraph: vi.fn(),
  getReconciliation: vi.fn(),
  searchTransaction: vi.fn(),
  getDisclosures: vi.fn(),
  ProblemError: class extends Error {},
}));
vi.mock("@spyhop/sdk", () => sdk);
// Its chart is tested with its feature.
vi.mock("../features/value/AssetValueCard", () => ({ AssetValueCard: () => <p>Value over time</p> }));

const ADDRESS = "0x225f137127d9067788314bc7fcc1f36746a3c3B5";
const mine = walletCard({ id: "7", address: ADDRESS, nickname: "Harbour" });
const wrong = walletCard({ id: "8", address: "nonsense", detected: false, reason: "Not a valid address or name." });
const wallets = [{ id: "7", address: ADDRESS, label: "Harbour", value: "1000", share: "25" } as WalletRow];

/** An answer of the history without entries. */
const noEntries = {
  view: "own",
  results: [],
  total_count: 0,
  currency_code: "USD",
  figures: {},
  waiting: [],
  waiting_unlisted: 0,
  coverage: {
    accounts: 0,
    accounts_done: 0,
    accounts_status: [],
    complete: true,
    entries: 0,
    gaps: [],
    known_since: null,
  },
};

function answerWith(user_wallets: UserWallet[]) {
  sdk.getUser.mockResolvedValue({ user: { user_wallets, version: 1 } });
}

beforeEach(() => {
  answerWith([mine, wrong]);
  sdk.getBalance.mockImplementation(async () => ({
    ...portfolio([row("eth", "1000")], { wallets, coverage: coverage({ priced: 1 }), total: "1000" }),
    read_at: "2026-11-20T14:00:00Z",
  }));
  sdk.getYesterdayPortfolioBalance.mockImplementation(async ({ valuation_id }) => ({
    ...{ valuation_id, currency_code: "USD", change: null, reason: null, total: null, figures: {}, not_compared: 0 },
  }));
  sdk.getReconciliation.mockResolvedValue({ differences: [] });
  sdk.searchTransaction.mockResolvedValue(noEntries);
  sdk.getDisclosures.mockResolvedValue({ disclosures: [], total_count: 0 });
});
afterEach(() => {
  cleanup();
  for (const call of Object.values(sdk)) if (vi.isMockFunction(call)) call.mockReset();
});

function open(path: string) {
  const router = createMemoryRouter(
    [
      { path: "/wallets/:address", element: <WalletRoute /> },
      { path: "/wallets", element: <p>The list</p> },
    ],
    { initialEntries: [path] },
  );
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { router, client };
}

test("a wallet has its figures of itself alone, and cards without content are left out", async () => {
  open(`/wallets/${ADDRESS.toLowerCase()}`);
  await screen.findByRole("heading", { level: 1, name: "Harbour" });
  await screen.findByText("25.0% of your net worth");
  expect(sdk.getBalance.mock.calls.some(([body]) => body.wallet_addresses?.join() === ADDRESS)).toBe(true);
  await screen.findByText("Not known yet: history is being read");
  const cards = screen.getAllByRole("heading", { level: 2 }).map((heading) => heading.textContent);
  expect(cards).toContain("Does it add up?");
  for (const left of ["Who saw this address", "Networks"]) expect(cards).not.toContain(left);
  expect(cards.some((card) => card?.startsWith("Transactions"))).toBe(false);
});

test("who saw the address is said with the way to the log", async () => {
  const sent = [{ provider: "Etherscan" }, { provider: "Alchemy" }, { provider: "Etherscan" }];
  sdk.getDisclosures.mockResolvedValue({ disclosures: sent, total_count: 3 });
  open(`/wallets/${ADDRESS}`);
  const words = await screen.findByText(/2 data providers saw it in the last 30 days/);
  expect(words.textContent).toContain("None of them learned who you are.");
  expect(sdk.getDisclosures.mock.calls[0]?.[0]).toMatchObject({ search: ADDRESS });
  expect(screen.getByRole("link", { name: "Request log" }).getAttribute("href")).toBe("/privacy");
});

test("an address that is not detected can be fixed, and nothing is requested about it", async () => {
  open("/wallets/8");
  expect(await screen.findByText("This wallet address is not detected. Please fix it now.")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Fix now" })).toBeTruthy();
  expect(screen.getByText("Not known: this address is not read")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Read now" })).toBeNull();
  expect(sdk.getBalance).not.toHaveBeenCalled();
});

test("an address of nobody's list has a way back, and is not requested", async () => {
  open("/wallets/0x0000000000000000000000000000000000000001");
  await screen.findByRole("heading", { level: 1, name: "Wallet not found" });
  expect(screen.getByRole("link", { name: "Back to Wallets" }).getAttribute("href")).toBe("/wallets");
  expect(sdk.getBalance).not.toHaveBeenCalled();
});

test("when the wallet leaves the list while it is open, the list is shown", async () => {
  const { router, client } = open(`/wallets/${ADDRESS}`);
  await screen.findByRole("heading", { level: 1, name: "Harbour" });
  answerWith([wrong]);
  await act(() => client.refetchQueries({ queryKey: userKey }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/wallets"));
});

test("Read now requests the balances of this wallet alone", async () => {
  open(`/wallets/${ADDRESS}`);
  fireEvent.click(await screen.findByRole("button", { name: "Read now" }));
  await waitFor(() => expect(sdk.getBalance).toHaveBeenCalledWith({ wallet_address: ADDRESS, update_balance: true }));
});
