import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { History } from "./History";
import { historyPage, label, leg, own, row } from "./history.test-data";
import { renderAt, stubServer } from "./server.test-setup";

const option = (value: string, label = value) => ({ value, label, count: 3 });
const assets = Array.from({ length: 12 }, (_, n) => ({ ...option(`a${n}`, `Asset ${n}`), symbol: "A", mark: null }));

const today = new Date();
today.setHours(13, 41);
const rows = [
  row("swap", { timestamp: today.toISOString() }),
  row("own", {
    timestamp: today.toISOString(),
    from_wallet: own("Kraken"),
    to_wallet: own("Cold storage"),
    own_transfer: true,
    legs: [leg("out", "BTC", "0.25"), leg("in", "BTC", "0.25")],
    value_then: "23995",
  }),
  row("gap", {
    timestamp: "2026-01-02T12:00:00Z",
    to_wallet: label("1inch"),
    cost_gap: { entry: "gap", asset: "arb", symbol: "ARB", amount: "850" },
  }),
  row("approve", { timestamp: "2026-01-02T11:00:00Z", kind: "approve", kind_name: "Approval", legs: [], moved: false }),
];

beforeEach(() => {
  vi.stubGlobal("innerWidth", 390);
  vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
  stubServer({
    "search-transaction": vi.fn(() => historyPage(rows, { total_count: 684 })),
    "get-transaction-filter": vi.fn(() => ({
      year_filter: [option("2026"), option("2025")],
      method_filters: [],
      asset_filters: assets,
      wallet_filters: [],
      chain_filters: [],
      kind_filters: [option("swap", "Swap"), option("receive", "Received")],
    })),
    "get-entry": vi.fn(() => new Promise(() => undefined)),
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function show(url: string) {
  const shown = renderAt(url, <History actions={null} onAdd={vi.fn()} />);
  await screen.findByText("Swap on Uniswap v3");
  // What costs lack is requested once the rows are known.
  await screen.findByRole("button", { name: "Fix the cost of ARB" });
  return shown;
}

const card = (act: string) => screen.getAllByRole("listitem").find((item) => item.textContent?.includes(act));

test("days are headings, and entries cards with what came in over what went out", async () => {
  await show("/x");
  const [first, second] = screen.getAllByRole("heading", { level: 2 }).map((heading) => heading.textContent);
  expect(first).toMatch(/^Today, \d\d\/\d\d\/\d\d2 entries$/);
  expect(second).toMatch(/^Friday, 01\/02\/26$/);
  expect(card("Swap on")?.textContent).toMatch(/\+1\.2024 ETH\u22124,100\.00 USDC$/);
});

test("an own transfer has no sign; marks and fee take a line of their own", async () => {
  await show("/x");
  expect(card("Kraken to Cold storage")?.textContent).toMatch(/0\.25 BTC\$23,995\.00Own transferFee \$3\.12$/);
  expect(card("850 ARB has no known cost")?.textContent).toMatch(/Fix$/);
  expect(card("Approval")?.textContent).toMatch(/No amount movedFee \$3\.12$/);
});

test("in another order than that of time, the cards carry their date", async () => {
  await show("/x?sort=usd_value");
  expect(screen.queryAllByRole("heading", { level: 2 })).toEqual([]);
  expect(card("850 ARB")?.textContent).toContain("01/02/26, ");
});

test("the lip says what is set and opens the filters, which apply at once", async () => {
  const { params } = await show("/x?year=2025&p=3");
  const lip = await screen.findByRole("button", { name: /^Filters/ });
  await waitFor(() => expect(lip.textContent).toBe("Filters2025Hide dust684 entries"));
  fireEvent.click(lip);
  const sheet = await screen.findByRole("dialog", { name: "Filters" });
  expect(within(sheet).getByRole("button", { name: "2025" }).getAttribute("aria-pressed")).toBe("true");
  fireEvent.click(within(sheet).getByRole("button", { name: "All time" }));
  await waitFor(() => expect(params()).toEqual({}));
  fireEvent.change(within(sheet).getByLabelText("From"), { target: { value: "2025-09-01" } });
  expect(params()).toEqual({});
  fireEvent.change(within(sheet).getByLabelText("To"), { target: { value: "2025-09-08" } });
  await waitFor(() => expect(params()).toEqual({ from: "2025-09-01", to: "2025-09-08" }));
  fireEvent.click(within(sheet).getByRole("button", { name: "All time" }));
  await waitFor(() => expect(params()).toEqual({}));
  fireEvent.click(within(sheet).getByRole("button", { name: "4 more" }));
  fireEvent.click(within(sheet).getByRole("button", { name: "Asset 11" }));
  await waitFor(() => expect(params()).toEqual({ asset: "a11" }));
  fireEvent.click(within(sheet).getByRole("button", { name: "Highest value then" }));
  await waitFor(() => expect(params()).toEqual({ asset: "a11", sort: "usd_value" }));
  fireEvent.click(within(sheet).getByRole("button", { name: "Clear all" }));
  await waitFor(() => expect(params()).toEqual({}));
  fireEvent.click(await within(sheet).findByRole("button", { name: "Show 684 entries" }));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("kinds are pills above the entries, of which several can be chosen", async () => {
  const { params } = await show("/x?kind=stake");
  const kinds = within(await screen.findByRole("group", { name: "Kinds" }));
  expect(kinds.getAllByRole("button").map((pill) => pill.textContent)).toEqual(["All 0", "Swap 0", "Received 0"]);
  fireEvent.click(kinds.getByRole("button", { name: /^Received/ }));
  await waitFor(() => expect(params()).toEqual({ kind: "received" }));
  expect((await screen.findByRole("button", { name: /^Filters/ })).textContent).toContain("Received");
});

test("an entry opens over the page", async () => {
  const { params } = await show("/x");
  fireEvent.click(screen.getByRole("link", { name: /^Swap on Uniswap v3/ }));
  expect(await screen.findByRole("dialog", { name: "Swap on Uniswap v3" })).toBeTruthy();
  expect(params()).toEqual({ entry: "swap" });
});
