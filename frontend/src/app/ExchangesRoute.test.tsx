import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, Outlet, RouterProvider, useLocation } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { account, history, profile } from "../features/exchange/exchange.test-data";
import { exchangeRow, coverage as historyCoverage, historyPage } from "../features/history/history.test-data";
import { coverage, portfolio, row } from "../features/portfolio/portfolio.test-data";
import type { WalletRow } from "../features/portfolio/types";
import { ConnectContainer } from "./ConnectContainer";
import { CONNECT } from "./connectHash";
import ExchangesRoute from "./ExchangesRoute";
import { SignInContext } from "./signIn";
import { sourceCounts } from "./sourceCounts";

const sdk = vi.hoisted(() => ({
  getUser: vi.fn(),
  getBalance: vi.fn(),
  getYesterdayPortfolioBalance: vi.fn(),
  getExchangeProfiles: vi.fn(),
  getExchangeFiles: vi.fn(),
  getReconciliation: vi.fn(),
  searchTransaction: vi.fn(),
  getUserAccountByExchange: vi.fn(),
  deleteUserAccount: vi.fn(),
  updateUserAccountName: vi.fn(),
  ProblemError: class extends Error {},
}));
vi.mock("@spyhop/sdk", () => sdk);

const ADDRESS = account().wallet_address;

beforeEach(() => {
  sdk.getUser.mockResolvedValue({ user: { anonymous: false, user_wallets: [], version: 1 } });
  sdk.getExchangeProfiles.mockResolvedValue({ exchanges: [profile()] });
  sdk.getUserAccountByExchange.mockResolvedValue({ user_accounts: [account()] });
  sdk.getExchangeFiles.mockResolvedValue({ files: [] });
  sdk.getReconciliation.mockResolvedValue({ differences: [] });
  const entries = historyPage([exchangeRow("a")], { coverage: historyCoverage({ accounts_status: [history()] }) });
  sdk.searchTransaction.mockResolvedValue({ ...entries, view: "own" });
  sdk.getYesterdayPortfolioBalance.mockResolvedValue({ valuation_id: "v", change: null, reason: null, figures: {} });
  const wallets = [{ id: "x", address: ADDRESS, label: "Kraken", value: "1000", share: "25" } as WalletRow];
  sdk.getBalance.mockImplementation(async () =>
    portfolio([row("eth", "1000")], { wallets, coverage: coverage({ priced: 1 }), total: "1000" }),
  );
});
afterEach(() => {
  cleanup();
  for (const call of Object.values(sdk)) if (vi.isMockFunction(call)) call.mockReset();
});

const signIn = vi.fn();

/** The pages with what the address opens over them. */
function Frame() {
  const { hash } = useLocation();
  return (
    <>
      <Outlet />
      {hash === CONNECT ? <ConnectContainer /> : null}
    </>
  );
}

function open(path: string) {
  const router = createMemoryRouter(
    [
      {
        element: <Frame />,
        children: [
          { path: "/exchanges", element: <ExchangesRoute /> },
          { path: "/exchanges/:exchange/:name", element: <ExchangesRoute /> },
        ],
      },
    ],
    { initialEntries: [path] },
  );
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } });
  render(
    <QueryClientProvider client={client}>
      <SignInContext value={signIn}>
        <RouterProvider router={router} />
      </SignInContext>
    </QueryClientProvider>,
  );
  return router;
}

const answerWith = (...user_accounts: object[]) => sdk.getUserAccountByExchange.mockResolvedValue({ user_accounts });

test("an account has its balances of itself alone, and its key is replaced from its page", async () => {
  const router = open("/exchanges/kraken/Kraken");
  await screen.findByRole("heading", { level: 1, name: "Kraken" });
  await screen.findByText("25.0% of your net worth");
  expect(sdk.getBalance.mock.calls.some(([body]) => body.wallet_addresses?.join() === ADDRESS)).toBe(true);
  fireEvent.click(screen.getByRole("button", { name: "Replace key" }));
  await screen.findByRole("dialog", { name: "New key for Kraken" });
  expect(router.state.location.hash).toBe(CONNECT);
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(router.state.location.hash).toBe(""));
  expect(router.state.location.pathname).toBe("/exchanges/kraken/Kraken");
});

test("an account says since when its history is known, and leads to its entries", async () => {
  open("/exchanges/kraken/Kraken");
  const link = await screen.findByRole("link", { name: "Open its transactions" });
  expect(link.getAttribute("href")).toBe(`/intelligence/transaction-history?wallet=${ADDRESS}`);
  await screen.findByText("The rows add up to the balances.");
  expect(screen.getByText("Known since 30 Jan 2024")).toBeTruthy();
  cleanup();
  open("/exchanges");
  await screen.findByText("History known since 30 Jan 2024");
});

test("the address of an account opens the import of a file, which Close ends", async () => {
  const router = open("/exchanges/kraken/Kraken#import-csv");
  await screen.findByRole("dialog", { name: "Import CSV into Kraken" });
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(router.state.location.hash).toBe(""));
  expect(screen.queryByRole("dialog")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Import CSV" }));
  await screen.findByRole("dialog", { name: "Import CSV into Kraken" });
});

test("the connect dialog leads to the import into the account that there is", async () => {
  const router = open(`/exchanges${CONNECT}`);
  fireEvent.click(await screen.findByRole("button", { name: "Import a CSV" }));
  await screen.findByRole("dialog", { name: "Import CSV into Kraken" });
  expect(router.state.location.pathname).toBe("/exchanges/kraken/Kraken");
});

test("where no file of the exchange is read, nothing is imported", async () => {
  sdk.getExchangeProfiles.mockResolvedValue({ exchanges: [profile({ files: [] })] });
  open("/exchanges/kraken/Kraken#import-csv");
  await screen.findByText("25.0% of your net worth");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(screen.queryByRole("button", { name: "Import CSV" })).toBeNull();
});

test("a renamed account is at its new path", async () => {
  const router = open("/exchanges/kraken/Kraken");
  fireEvent.click(await screen.findByRole("button", { name: "Rename" }));
  fireEvent.change(screen.getByLabelText("Connection name"), { target: { value: "Vault" } });
  sdk.updateUserAccountName.mockResolvedValue(account({ account_name: "Vault" }));
  answerWith(account({ account_name: "Vault" }));
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/exchanges/kraken/Vault"));
  await screen.findByRole("heading", { level: 1, name: "Vault" });
});

test("after an account is disconnected the list is shown", async () => {
  const router = open("/exchanges/kraken/Kraken");
  const button = await screen.findByRole("button", { name: "Disconnect" });
  sdk.deleteUserAccount.mockResolvedValue({ undo_seconds: 10 });
  answerWith();
  fireEvent.click(button);
  await waitFor(() => expect(router.state.location.pathname).toBe("/exchanges"));
  await screen.findByText("No exchange connected");
});

test("an account that the person does not have is said, with the way back", async () => {
  open("/exchanges/kraken/Other");
  await screen.findByRole("heading", { level: 1, name: "Account not found" });
  expect(screen.getByRole("link", { name: "Back to Exchanges" }).getAttribute("href")).toBe("/exchanges");
});

test("a person without an account signs up first, for an exchange", async () => {
  sdk.getUser.mockResolvedValue({ user: { anonymous: true, user_wallets: [], version: 1 } });
  const router = open("/exchanges");
  fireEvent.click(await screen.findByRole("button", { name: "Connect another account" }));
  await waitFor(() => expect(signIn).toHaveBeenCalledExactlyOnceWith({ variant: "exchange" }));
  await waitFor(() => expect(router.state.location.hash).toBe(""));
  expect(screen.queryByRole("dialog")).toBeNull();
  await act(async () => undefined);
});

test("accounts at exchanges are counted apart from wallets", () => {
  const rows = ["eip155:1", "exchange:kraken", "bip122:x"].map((id) => ({ chains: [{ id }] }));
  const user = { user_wallets: [...rows, { chains: [] }] } as unknown as Parameters<typeof sourceCounts>[0];
  expect(sourceCounts(user)).toEqual({ "/wallets": 3, "/exchanges": 1 });
  expect(sourceCounts(undefined)).toEqual({ "/wallets": undefined, "/exchanges": undefined });
});
