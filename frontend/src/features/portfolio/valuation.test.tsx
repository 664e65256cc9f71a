import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { portfolioKey } from "../../queries/keys";
import { Home } from "./Home";
import { coverage, part, portfolio, row } from "./portfolio.test-data";
import type { WalletRow } from "./types";
import { VisitorHome } from "./VisitorHome";

const sdk = vi.hoisted(() => ({
  getBalance: vi.fn(),
  getYesterdayPortfolioBalance: vi.fn(),
  ProblemError: class extends Error {},
}));
vi.mock("@spyhop/sdk", () => sdk);

/** The portfolio of a valuation: every amount of it ends with the number of the valuation. */
const balance = (at: number, over: object = {}) => ({
  ...portfolio([row("eth", `1000.0${at}`, { price: "5", parts: [part()] })]),
  valuation_id: `v${at}`,
  total: `1000.0${at}`,
  coverage: coverage({ priced: 1 }),
  read_at: new Date().toISOString(),
  wallets: [{ id: "w", address: "0x8a12", label: "lighthouse.eth", value: `1000.0${at}` } as WalletRow],
  ...over,
});
const shared = (at: number) => balance(at, { view: "shared", coverage: { ...coverage({ priced: 1 }), unread: 0 } });
const day = (at: number) => ({
  ...{ valuation_id: `v${at}`, currency_code: "USD", change: `77.0${at}`, change_percent: "1", basis: "snapshot" },
  ...{ reason: null, figures: {}, total: `1000.0${at}`, compared: `1000.0${at}`, not_compared: 0, pending: false },
  ...{ moved: [], moved_count: 0, quiet_below: "10", price_changes: {} },
});

beforeEach(() => {
  sdk.getBalance.mockReset();
  sdk.getYesterdayPortfolioBalance.mockReset();
});
afterEach(cleanup);

const none = () => undefined;
const home = <Home wallets={[]} providers={null} pageActions={null} onAdd={none} onFixWallet={none} />;
const visited = <VisitorHome visitorToken="spy_share_1" onOver={none} onShown={none} />;

/** Shows a page, and collects the valuations that it shows side by side whenever it changes. */
async function show(page: typeof home) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } });
  const seen = new Set<string>();
  const watcher = new MutationObserver(() => {
    const ends = [...(document.body.textContent ?? "").matchAll(/\$(?:1,000|77)\.0(\d)/g)].map(([, at]) => at);
    seen.add([...new Set(ends)].sort().join());
  });
  watcher.observe(document.body, { subtree: true, childList: true, characterData: true });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={["/home"]}>{page}</MemoryRouter>
    </QueryClientProvider>,
  );
  await screen.findByRole("table");
  return { client, seen };
}
const mixed = (seen: ReadonlySet<string>) => [...seen].filter((ends) => ends.includes(","));

test.each([
  ["the owner", home, balance],
  ["a visitor", visited, shared],
])("a newer valuation replaces total, assets and change of %s at the same time", async (_, page, answer) => {
  let at = 1;
  sdk.getBalance.mockImplementation(async () => answer(at));
  let release = () => {};
  sdk.getYesterdayPortfolioBalance.mockImplementation(async ({ valuation_id }) => {
    if (valuation_id === "v2") await new Promise<void>((resolve) => (release = resolve));
    return day(Number(valuation_id.slice(1)));
  });
  const { client, seen } = await show(page);
  await screen.findByText("+$77.01");
  at = 2;
  await act(() => client.invalidateQueries({ queryKey: [...portfolioKey, "balance"] }));
  const later = expect.objectContaining({ valuation_id: "v2" });
  await waitFor(() => expect(sdk.getYesterdayPortfolioBalance).toHaveBeenCalledWith(later, expect.anything()));
  // Its change is not known yet, so that the page stays as it was.
  expect(document.body.textContent).toContain("$1,000.01");
  await act(async () => release());
  await screen.findByText("+$77.02");
  expect(document.body.textContent).not.toMatch(/(?:1,000|77)\.01/);
  expect(mixed(seen)).toEqual([]);
});

test.each([
  ["the owner", home, balance],
  ["a visitor", visited, shared],
])("figures of %s are loaded again once if the change is of a later valuation", async (_, page, answer) => {
  sdk.getBalance.mockImplementationOnce(async () => answer(1)).mockImplementation(async () => answer(2));
  sdk.getYesterdayPortfolioBalance.mockImplementation(async () => day(2));
  const { seen } = await show(page);
  await screen.findByText("+$77.02");
  expect(document.body.textContent).toContain("$1,000.02");
  expect(mixed(seen)).toEqual([]);
  expect(sdk.getBalance).toHaveBeenCalledTimes(2);
});

test("a server that moves on with every call shows no change beside an older total, and is not called without end", async () => {
  let at = 0;
  sdk.getBalance.mockImplementation(async () => shared(++at));
  sdk.getYesterdayPortfolioBalance.mockImplementation(async () => day(++at));
  const { client, seen } = await show(visited);
  await waitFor(() => expect(sdk.getBalance).toHaveBeenCalledTimes(2));
  await waitFor(() => expect(client.isFetching()).toBe(0));
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(sdk.getBalance).toHaveBeenCalledTimes(2);
  expect(mixed(seen)).toEqual([]);
  expect(document.body.textContent).not.toMatch(/\+\$77/);
});
