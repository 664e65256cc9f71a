import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { hideAmounts } from "../../format/amounts";
import { ExplainContext } from "../../ui/explain";
import { PortfolioFacts } from "./PortfolioFacts";
import { coverage, portfolio, row } from "./portfolio.test-data";
import type { Portfolio, UnpricedHolding, WalletRow } from "./types";

const sdk = vi.hoisted(() => ({
  getBalance: vi.fn(),
  getYesterdayPortfolioBalance: vi.fn(),
  ProblemError: class extends Error {},
}));
vi.mock("@spyhop/sdk", () => sdk);

const wallets = [{ id: "w", address: "0x8a12", label: "lighthouse.eth", value: "1841137.75", reading: 0 } as WalletRow];
const gap = (reason: string) => ({ asset: "a", reason }) as UnpricedHolding;
const known: Partial<Portfolio> = {
  wallets,
  total: "1841137.75",
  figures: { "/total": "total" },
  coverage: coverage({ priced: 412 }),
};
const answer = (over: Partial<Portfolio> = {}) =>
  sdk.getBalance.mockResolvedValue({ ...portfolio([row("eth", "1841137.75")]), ...known, ...over });
const day = (over: object = {}) =>
  sdk.getYesterdayPortfolioBalance.mockResolvedValue({
    ...{ valuation_id: "v", currency_code: "USD", basis: "snapshot", reason: null, pending: false, moved: [] },
    ...{ change: "16815.43", change_percent: "0.92", total: "1841137.75", compared: "1841137.75", not_compared: 0 },
    ...{ figures: { "/change": "change" }, ...over },
  });

beforeEach(() => {
  answer();
  day();
});
afterEach(() => {
  cleanup();
  hideAmounts(false);
});

const onExplain = vi.fn();
const show = () =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <ExplainContext value={onExplain}>
          <PortfolioFacts />
        </ExplainContext>
      </MemoryRouter>
    </QueryClientProvider>,
  );

/** The facts in words, by name. */
const facts = () =>
  Object.fromEntries(
    screen
      .getAllByRole("term")
      .map((term) => [
        term.textContent,
        [...(term.parentElement?.querySelectorAll("dd") ?? [])].map((dd) => dd.textContent),
      ]),
  );
const factsWith = async (fact: string, text: string) => {
  await waitFor(() => expect(facts()[fact]?.join(" ")).toContain(text));
  return facts();
};

test("four facts say the net worth, its change, the wallets and the holdings", async () => {
  show();
  expect(facts()).toEqual({ "Total net worth": [""], "24h change": ["", ""], Wallets: ["", ""], Holdings: ["", ""] });
  expect(await factsWith("24h change", "$")).toEqual({
    "Total net worth": ["$1,841,137.75"],
    "24h change": ["+$16,815.43", "+0.92%"],
    Wallets: ["1", "All read"],
    Holdings: ["412", "All priced"],
  });
  fireEvent.click(screen.getByRole("button", { name: "Total net worth $1,841,137.75. Explain this figure" }));
  fireEvent.click(screen.getByRole("button", { name: "24h change +$16,815.43. Explain this figure" }));
  expect(onExplain.mock.calls).toEqual([["total"], ["change"]]);
});

test("holdings without a price are listed elsewhere; those whose price is requested are counted apart", async () => {
  const unpriced = [gap("not_listed"), gap("not_listed"), gap("not_requested_yet")];
  answer({ coverage: coverage({ priced: 412, unpriced, complete: false }) });
  show();
  const { Holdings } = await factsWith("Holdings", "priced");
  expect(Holdings).toEqual(["412 of 415 priced", "2 listed under Not in your total, 1 being priced"]);
  expect(screen.getByRole("link", { name: "Not in your total" }).getAttribute("href")).toBe("/home#missing");
});

test("a change that covers a part of the total says which part", async () => {
  day({ compared: "1000000", not_compared: 3, basis: "price_move" });
  show();
  const shown = await factsWith("24h change (prices only)", "$");
  expect(shown["24h change (prices only)"]).toEqual(["+$16,815.43", "+0.92% for $1.00M of $1.84M"]);
});

test("while the first wallet is read, nothing is zero", async () => {
  const reading = wallets.map((wallet) => ({ ...wallet, value: null, reading: 4 }));
  answer({
    ...portfolio([], { wallets: reading, total: null, refreshing: true }),
    coverage: coverage({ reading: 4, complete: false }),
  });
  show();
  expect(await factsWith("Wallets", "loading")).toEqual({
    "Total net worth": ["", "Being read"],
    "24h change": [""],
    Wallets: ["1", "1 still loading"],
    Holdings: ["", "Being read"],
  });
});

test("what is not known is said, and what is empty is zero", async () => {
  const unread = [{ wallet: "w", address: "0x8a12", label: "x", reason: "not_detected" as never, text: "Too short." }];
  const unknown = wallets.map((wallet) => ({ ...wallet, value: null }));
  answer({ ...portfolio([], { wallets: unknown, total: null }), coverage: coverage({ unread, complete: false }) });
  show();
  expect(await factsWith("Wallets", "attention")).toEqual({
    "Total net worth": ["Not known"],
    "24h change": ["Not known"],
    Wallets: ["1", "1 needs attention"],
    Holdings: ["Not known"],
  });
  cleanup();
  answer({ ...portfolio([], { wallets }) });
  show();
  expect(await factsWith("Wallets", "All read")).toEqual({
    "Total net worth": ["$0.00", "No assets found"],
    "24h change": ["Not known"],
    Wallets: ["1", "All read"],
    Holdings: ["0"],
  });
});

test("without a wallet there are no facts", async () => {
  answer(portfolio([]));
  show();
  await waitFor(() => expect(screen.queryByRole("region")).toBeNull());
});

test("a failure is said with a way to try again", async () => {
  sdk.getBalance.mockRejectedValue(new Error("The database is busy."));
  show();
  await screen.findByText("Couldn't load your portfolio");
  answer();
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await factsWith("Total net worth", "$1,841,137.75");
});

test("hidden amounts stay hidden, with the part of the total that a change covers", async () => {
  day({ compared: "1000000", not_compared: 3 });
  show();
  await factsWith("24h change", "$");
  act(() => hideAmounts(true));
  expect(facts()).toMatchObject({ "Total net worth": ["••••"], "24h change": ["••••", "+0.92% for •••• of ••••"] });
  expect(document.body.innerHTML).not.toContain("1,841,137");
});
