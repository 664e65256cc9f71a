import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { chooseCurrency } from "../../format/currency";
import { Home } from "./Home";
import { coverage, part, portfolio, row } from "./portfolio.test-data";
import type { NetworkRow, WalletRow } from "./types";

const sdk = vi.hoisted(() => ({
  getBalance: vi.fn(),
  getYesterdayPortfolioBalance: vi.fn(),
  getCurrencyRates: vi.fn(async () => ({ rates: { base: "USD", as_of: {}, rates: { INR: "84.2119" } } })),
  ProblemError: class extends Error {},
}));
vi.mock("@spyhop/sdk", () => sdk);

const never = () => new Promise<never>(() => undefined);
const refused = async () => {
  throw new Error("Something Went Wrong");
};

const network: NetworkRow = {
  ...{ chain: "eip155:1", name: "Ethereum", color: "#627eea", mark: null, value: "5", share: "100" },
  ...{ code: "eth", priced: 1, reading: 0, unpriced: 0 },
};

const answer = (currency_code: string) => ({
  ...portfolio([row("eth", "5", { parts: [part()] })]),
  currency_code,
  total: currency_code === "USD" ? "5" : "440",
  coverage: coverage({ priced: 1 }),
  networks: [network],
  wallets: [{ address: "0x8a12" } as WalletRow],
});
const change = (currency_code: string) => ({
  ...{
    valuation_id: "v",
    currency_code,
    change: currency_code === "USD" ? "1" : "88",
    change_percent: null,
    basis: "snapshot",
  },
  ...{ reason: null, figures: {}, total: "5", compared: "5", not_compared: 0, pending: false },
  ...{ moved: [], moved_count: 0, quiet_below: "10" },
});

interface Asked {
  currency_code: string;
}

beforeEach(() => {
  sdk.getBalance.mockImplementation(async ({ currency_code }: Asked) => answer(currency_code));
  sdk.getYesterdayPortfolioBalance.mockImplementation(async ({ currency_code }: Asked) => change(currency_code));
});
afterEach(() => {
  cleanup();
  chooseCurrency(null);
});

function show(address = "/home") {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[address]}>
        <Home wallets={[]} providers={null} pageActions={null} onAdd={() => undefined} onFixWallet={() => undefined} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return client;
}
const shown = (text: string) => screen.queryAllByText((_, element) => element?.textContent === text).length > 0;
const choose = (code: string) => act(() => chooseCurrency(code));

test("the previous figures stay if those in another currency fail to load, with a notice", async () => {
  show();
  await waitFor(() => expect(shown("$5.00")).toBe(true));
  sdk.getBalance.mockImplementation(refused);
  choose("INR");
  const failure = await screen.findByRole("alert");
  expect(failure.textContent).toMatch(/^Something Went Wrong These figures are from .*Try again$/);
  expect(shown("$5.00")).toBe(true);
  sdk.getBalance.mockImplementation(async ({ currency_code }: Asked) => answer(currency_code));
  fireEvent.click(screen.getByText("Try again"));
  await waitFor(() => expect(shown("₹440.00")).toBe(true));
  expect(screen.queryByRole("alert")).toBeNull();
});

test("dust is worth what it says in the display currency", async () => {
  show();
  expect(await screen.findByText("Hide dust under $1")).toBeTruthy();
  choose("INR");
  expect(await screen.findByText("Hide dust under ₹84.21")).toBeTruthy();
});

test("the change of a day is shown in the currency of the total beside it", async () => {
  const client = show();
  await waitFor(() => expect(shown("+$1.00")).toBe(true));
  sdk.getBalance.mockImplementation(never);
  choose("INR");
  // Everything but the portfolio in rupees has been answered.
  await waitFor(() => expect(client.isFetching()).toBe(1));
  expect(sdk.getBalance).toHaveBeenLastCalledWith(expect.objectContaining({ currency_code: "INR" }), expect.anything());
  expect([shown("$5.00"), shown("+$1.00")]).toEqual([true, true]);
  expect(document.body.textContent).not.toContain("₹");
});

test("figures in a new currency are not shown beside the change in the previous one", async () => {
  show();
  await waitFor(() => expect(shown("+$1.00")).toBe(true));
  sdk.getYesterdayPortfolioBalance.mockImplementation(never);
  choose("INR");
  await waitFor(() => expect(shown("₹440.00")).toBe(true));
  expect(shown("+$1.00")).toBe(false);
});

test("a failed read is shown as failed while it is retried", async () => {
  sdk.getBalance.mockImplementation(refused);
  const client = show();
  await screen.findByText("Couldn't load your portfolio");
  sdk.getBalance.mockImplementation(never);
  act(() => void client.invalidateQueries());
  await waitFor(() => expect(client.isFetching()).toBeGreaterThan(0));
  expect(screen.getByText("Couldn't load your portfolio")).toBeTruthy();
  expect(screen.getByText("Try again")).toBeTruthy();
});

test("a network of the address where nothing is held narrows nothing", async () => {
  show("/home?network=eip155:8453");
  await waitFor(() => expect(shown("$5.00")).toBe(true));
  expect(await screen.findByRole("button", { name: "eth, details and actions" })).toBeTruthy();
  expect(screen.queryByText(/^No (assets match|matching assets)/)).toBeNull();
});
