import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { History } from "./History";
import { details, historyPage, row } from "./history.test-data";
import { renderAt, stubServer } from "./server.test-setup";
import type { HistoryPage, PageRequest } from "./types";

const option = (value: string, label = value) => ({ value, label, count: 3 });
const filters = {
  year_filter: [option("2026"), option("2025")],
  method_filters: [],
  asset_filters: [{ ...option("eth", "Ether"), symbol: "ETH", mark: null }],
  wallet_filters: [option("0x1", "Savings"), option("0x2", "Cold storage")],
  chain_filters: [],
  kind_filters: [option("swap", "Swap"), option("mint", "Mint"), option("wrap", "Wrap"), option("receive", "Received")],
};

/** The number of entries on the server. */
let total = 25;
let over: Partial<HistoryPage> = {};

function answer({ start, limit }: PageRequest): HistoryPage {
  const all = Array.from({ length: total }, (_, n) => row(`e${n}`));
  return historyPage(all.slice(start, start + limit), { start, limit, total_count: total, ...over });
}

const search = vi.fn(answer);
const entry = vi.fn(({ entry: id }: { entry: string }) => details(row(id)));

beforeEach(() => {
  total = 25;
  over = {};
  search.mockReset().mockImplementation(answer);
  entry.mockClear();
  stubServer({
    "search-transaction": search,
    "get-transaction-filter": vi.fn(() => filters),
    "get-entry": entry,
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Renders the page at a URL and waits for its first answer. */
async function show(url = "/intelligence/transaction-history") {
  const shown = renderAt(url, <History actions={null} onAdd={vi.fn()} />);
  await waitFor(() => expect(document.querySelector("[aria-busy=true]")).toBeNull());
  return shown;
}

/** The last request for rows; the one for the newest revision has a limit of one. */
const lastRequest = () => search.mock.calls.map(([body]) => body).findLast(({ limit }) => limit > 1);
const links = () => screen.getAllByRole("link", { name: /^lighthouse\.eth/ });
const chooseDates = async (name: string) => {
  fireEvent.click(screen.getByRole("button", { name: /^Dates/ }));
  fireEvent.click(within(await screen.findByRole("form", { name: "Dates" })).getByRole("button", { name }));
};
const pill = (name: string | RegExp) =>
  within(screen.getByRole("group", { name: "Kinds" })).getByRole("button", { name });

test("the request follows the URL", async () => {
  await show("/x?p=1&rows=10&q=uni&year=2026&year=2025&kind=mint&sort=usd_value&dir=asc&dust=show");
  expect(lastRequest()).toEqual({
    start: 10,
    after: null,
    limit: 10,
    conditions: [
      { key: "search", value: "uni" },
      { key: "year", value: "2026" },
      { key: "year", value: "2025" },
      { key: "kind", value: "mint" },
    ],
    sorts: [{ key: "usd_value", value: true }],
    currency_code: "USD",
  });
  expect(screen.getByText("11–20 of 25 entries")).toBeTruthy();
});

test("unknown values in the URL are ignored, and a page beyond the last is the last", async () => {
  const { params } = await show("/x?p=400&rows=7&sort=nonsense&dir=up");
  await waitFor(() => expect(params()).toMatchObject({ p: "2" }));
  await screen.findByText("21–25 of 25 entries");
  expect(lastRequest()).toMatchObject({ start: 20, limit: 10, sorts: [{ key: "time", value: false }] });
});

test("choices that cannot be are ignored, and no control hides a filter that is sent", async () => {
  await show("/x?year=abc&year=1999&kind=nonsense&kind=mint&wallet=zz&asset=nope");
  expect(screen.getByRole("button", { name: "Dates: All time" })).toBeTruthy();
  expect(pill(/^Mint/).getAttribute("aria-pressed")).toBe("true");
  expect(pill(/^All/).getAttribute("aria-pressed")).toBe("false");
  expect(screen.getByRole("button", { name: "Accounts: All accounts" })).toBeTruthy();
  await waitFor(() =>
    expect(lastRequest()?.conditions).toEqual([
      { key: "kind", value: "mint" },
      { key: "dust", value: "true" },
    ]),
  );
});

test("Back goes through pages and filters, and skips what was typed", async () => {
  const { params, router } = await show();
  fireEvent.click(screen.getByRole("button", { name: "Next page" }));
  await waitFor(() => expect(params()).toEqual({ p: "1" }));
  await chooseDates("2025");
  await waitFor(() => expect(params()).toEqual({ year: "2025" }));
  const field = screen.getByLabelText("Label, address, hash or asset");
  fireEvent.change(field, { target: { value: "uni" } });
  fireEvent.submit(field.closest("form") as Element);
  await waitFor(() => expect(params()).toEqual({ year: "2025", q: "uni" }));
  await act(() => router.navigate(-1));
  expect(params()).toEqual({ p: "1" });
  await screen.findByText("11–20 of 25 entries");
  await act(() => router.navigate(-1));
  expect(params()).toEqual({});
  await act(() => router.navigate(-1));
  expect(router.state.location.pathname).toBe("/home");
});

test("a page beyond the last is no step of the history", async () => {
  const { params, router } = await show("/x?p=400");
  await waitFor(() => expect(params()).toMatchObject({ p: "2" }));
  await act(() => router.navigate(-1));
  expect(router.state.location.pathname).toBe("/home");
});

test("a filter goes to the first page, and all removes it", async () => {
  const { params } = await show("/x?p=2");
  await chooseDates("2025");
  await waitFor(() => expect(params()).toEqual({ year: "2025" }));
  expect(screen.getByRole("button", { name: "Dates: 2025" }).dataset.set).toBe("true");
  await chooseDates("All time");
  await waitFor(() => expect(params()).toEqual({}));
  await waitFor(() => expect(lastRequest()?.conditions).toEqual([{ key: "dust", value: "true" }]));
});

test("a search applies after a pause of one second, and an empty one is removed", async () => {
  const { params } = await show("/x?p=1");
  vi.useFakeTimers();
  const field = screen.getByLabelText("Label, address, hash or asset");
  fireEvent.change(field, { target: { value: "uni" } });
  await act(() => vi.advanceTimersByTimeAsync(900));
  fireEvent.change(field, { target: { value: "unis" } });
  await act(() => vi.advanceTimersByTimeAsync(900));
  expect(params()).toEqual({ p: "1" });
  await act(() => vi.advanceTimersByTimeAsync(200));
  expect(params()).toEqual({ q: "unis" });
  fireEvent.change(field, { target: { value: "" } });
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(params()).toEqual({});
});

test("of a hash that is searched for, only the beginning is sent and written to the URL", async () => {
  const { params } = await show(`/x?q=0x${"ab".repeat(32)}`);
  expect(lastRequest()?.conditions).toContainEqual({ key: "search", value: `0x${"ab".repeat(8)}` });
  over = { results: [row("e0", { transaction: `0x${"cd".repeat(32)}` })] };
  vi.useFakeTimers();
  const field = screen.getByLabelText("Label, address, hash or asset");
  fireEvent.paste(field, { clipboardData: { getData: () => "cd".repeat(32) } });
  expect(field).toHaveProperty("value", "cd".repeat(8));
  await act(() => vi.advanceTimersByTimeAsync(1_100));
  expect(params()).toEqual({ q: "cd".repeat(8) });
});

test("a search that may be half a recovery phrase stays in the browser", async () => {
  const { params } = await show();
  vi.useFakeTimers();
  const field = screen.getByLabelText("Label, address, hash or asset");
  fireEvent.change(field, { target: { value: "legal winner thank year wave sausage" } });
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(params()).toEqual({});
  expect(screen.getByText(/^Not searched\./)).toBeTruthy();
  fireEvent.change(field, { target: { value: "legal" } });
  await act(() => vi.advanceTimersByTimeAsync(1_100));
  expect(params()).toEqual({ q: "legal" });
});

const sorted = () => document.querySelectorAll("[aria-sort]");

test("a column is sorted descending first, and one at a time", async () => {
  const { params } = await show("/x?p=1");
  fireEvent.click(screen.getByRole("button", { name: "Asset and amount" }));
  await waitFor(() => expect(params()).toEqual({ sort: "asset" }));
  expect([sorted().length, sorted()[0]?.textContent]).toEqual([1, "Asset and amount"]);
  fireEvent.click(screen.getByRole("button", { name: "Asset and amount" }));
  await waitFor(() => expect(params()).toEqual({ sort: "asset", dir: "asc" }));
  fireEvent.click(screen.getByRole("button", { name: "to" }));
  await waitFor(() => expect(params()).toEqual({ sort: "to" }));
});

test("the header of the values sorts by the value then, and back by time", async () => {
  const { params } = await show("/x?p=1");
  const menu = screen.getByLabelText("Sort by value");
  fireEvent.change(menu, { target: { value: "up" } });
  await waitFor(() => expect(params()).toEqual({ sort: "usd_value", dir: "asc" }));
  expect([sorted().length, sorted()[0]?.contains(menu)]).toEqual([1, true]);
  expect(screen.getByLabelText("Order")).toHaveProperty("value", "usd_value true");
  fireEvent.change(menu, { target: { value: "none" } });
  await waitFor(() => expect(params()).toEqual({}));
  fireEvent.change(screen.getByLabelText("Order"), { target: { value: "time true" } });
  await waitFor(() => expect(params()).toEqual({ dir: "asc" }));
});

test("dust is hidden and counted until it is shown", async () => {
  over = { dust_hidden: 312 };
  const { params } = await show("/x?p=1");
  expect(screen.getByText("11–20 of 25 entries · 312 under $1 hidden")).toBeTruthy();
  fireEvent.click(screen.getByRole("switch", { name: "Hide dust under $1" }));
  await waitFor(() => expect(params()).toEqual({ dust: "show" }));
  await waitFor(() => expect(lastRequest()?.conditions).toEqual([]));
});

test("the page has ten rows until more are chosen", async () => {
  total = 20;
  const { params } = await show("/x?p=1");
  expect(links()).toHaveLength(10);
  fireEvent.change(screen.getByLabelText("Rows on a page"), { target: { value: "50" } });
  await waitFor(() => expect(params()).toEqual({ rows: "50" }));
  await screen.findByText("1–20 of 20 entries");
  expect(links()).toHaveLength(20);
});

test("arrows go from entry to entry, and a press on a row opens it", async () => {
  total = 2;
  const { params, router } = await show("/x?year=2026");
  const [first, second] = links();
  first?.focus();
  fireEvent.keyDown(first as Element, { key: "ArrowDown" });
  expect(document.activeElement).toBe(second);
  fireEvent.click(second?.closest("tr")?.lastElementChild as Element);
  await screen.findByRole("dialog", { name: "Swap on Uniswap v3" });
  expect(params()).toEqual({ year: "2026", entry: "e1" });
  await act(() => router.navigate(-1));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(params()).toEqual({ year: "2026" });
});

test("up and down go through the filtered entries, also to the next page", async () => {
  const { params } = await show("/x?entry=e9");
  const below = await screen.findByRole("button", { name: "Entry below" });
  fireEvent.click(below);
  await waitFor(() => expect(params()).toEqual({ entry: "e10", p: "1" }));
  await screen.findByText("11–20 of 25 entries");
  fireEvent.click(screen.getByRole("button", { name: "Entry above" }));
  await waitFor(() => expect(params()).toEqual({ entry: "e9" }));
});
