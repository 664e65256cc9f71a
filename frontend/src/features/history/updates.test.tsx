import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { History } from "./History";
import { account, coverage, historyPage, row } from "./history.test-data";
import { renderAt, stubServer } from "./server.test-setup";
import type { HistoryPage, PageRequest } from "./types";

/** The number of entries on the server. */
let total = 25;
let over: Partial<HistoryPage> = {};

function answer({ start, limit }: PageRequest): HistoryPage {
  const all = Array.from({ length: total }, (_, n) => row(`e${n}`));
  return historyPage(all.slice(start, start + limit), { start, limit, total_count: total, ...over });
}

const search = vi.fn(answer);

beforeEach(() => {
  total = 25;
  over = {};
  search.mockReset().mockImplementation(answer);
  stubServer({
    "search-transaction": search,
    "get-transaction-filter": vi.fn(() => ({
      year_filter: [],
      method_filters: [],
      asset_filters: [],
      wallet_filters: [],
      chain_filters: [],
      kind_filters: [],
    })),
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const render = () => renderAt("/intelligence/transaction-history", <History actions={null} onAdd={vi.fn()} />);
/** The sums are of all entries, and follow the rows. */
const expectRead = () => expect(document.querySelector("[aria-busy=true]:not(:has([data-sums]))")).toBeNull();

async function show() {
  render();
  await waitFor(expectRead);
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** Renders the page with timers that only `pass` advances. */
async function showWithFakeTimers() {
  vi.useFakeTimers();
  render();
  await pass(0);
  expectRead();
}

const links = () => screen.getAllByRole("link", { name: /^lighthouse\.eth/ });

test("new entries are announced, and shown after a press", async () => {
  over = { revision: "1" };
  search.mockImplementation((body) =>
    body.limit === 1 ? historyPage([], { total_count: 28, revision: "2" }) : answer(body),
  );
  await show();
  const pill = await screen.findByRole("button", { name: /^3 new/ });
  expect(screen.getByText("1–10 of 25 entries")).toBeTruthy();
  over = { revision: "2" };
  total = 28;
  fireEvent.click(pill);
  await screen.findByText("1–10 of 28 entries");
  await waitFor(() => expect(screen.queryByRole("button", { name: /^3 new/ })).toBeNull());
});

const awaited = {
  value_then: null,
  value_then_reason: { code: "not_requested_yet" as const, text: "It is requested." },
};

test("a value appears when its price is known, and no row moves by itself", async () => {
  const entries = ["a", "b"];
  search.mockImplementation(({ start, limit }) => {
    const rows = entries.map((entry) => row(entry, entry === "a" ? awaited : {}));
    return historyPage(rows, { start, limit, total_count: 2 });
  });
  await showWithFakeTimers();
  expect(screen.getByText("Pending")).toBeTruthy();
  entries.unshift("new");
  await pass(11_000);
  expect(links()).toHaveLength(2);
  entries.shift();
  search.mockImplementation(({ start, limit }) =>
    historyPage([row("a", { value_then: "77" }), row("b")], { start, limit, total_count: 2 }),
  );
  await pass(11_000);
  expect(screen.queryByText("Pending")).toBeNull();
  expect(screen.getByText("$77.00")).toBeTruthy();
  const calls = search.mock.calls.filter(([{ limit }]) => limit > 1).length;
  await pass(40_000);
  expect(search.mock.calls.filter(([{ limit }]) => limit > 1)).toHaveLength(calls);
});

test("a value appears soon, also if new entries move its row to another page", async () => {
  const rows = Array.from({ length: 10 }, (_, n) => row(`e${n}`, n === 9 ? awaited : {}));
  search.mockImplementation(({ start, limit }) => historyPage(rows, { start, limit, total_count: 10 }));
  await showWithFakeTimers();
  expect(screen.getByText("Pending")).toBeTruthy();
  const fresh = Array.from({ length: 6 }, (_, n) => row(`new${n}`));
  const all = [...fresh, ...rows.slice(0, 9), row("e9", { value_then: "77" })];
  search.mockImplementation(({ start, limit }) =>
    historyPage(all.slice(start, start + limit), { start, limit, total_count: 16 }),
  );
  await pass(4_000);
  expect(screen.getByText("$77.00")).toBeTruthy();
  expect([links().length, screen.queryByText("Pending")]).toEqual([10, null]);
  const calls = () => search.mock.calls.filter(([{ limit }]) => limit > 1).map(([{ limit }]) => limit);
  expect(calls()).toEqual([10, 10, 16]);
  await pass(40_000);
  expect(calls()).toHaveLength(3);
});

test("prices of a server that fails are not requested more often", async () => {
  search.mockImplementation(({ start, limit }) => historyPage([row("a", awaited)], { start, limit, total_count: 1 }));
  await showWithFakeTimers();
  search.mockReset().mockImplementation(() => {
    throw new Error("No answer from storage.");
  });
  await pass(60_000);
  const calls = search.mock.calls.filter(([{ limit }]) => limit > 1).length;
  expect(calls).toBeGreaterThan(3);
  expect(calls).toBeLessThan(12);
  expect(screen.getByText("Pending")).toBeTruthy();
});

test("a row that its price takes out of the list stays, and the change is announced", async () => {
  search.mockImplementation(({ start, limit }) =>
    historyPage([row("a", awaited), row("b", awaited)], { start, limit, total_count: 2 }),
  );
  await showWithFakeTimers();
  search.mockImplementation(({ start, limit }) =>
    historyPage([row("b", { value_then: "77" })], { start, limit, total_count: 1 }),
  );
  await pass(11_000);
  expect(screen.getByText("$77.00")).toBeTruthy();
  expect([links().length, screen.getAllByText("Pending").length]).toEqual([2, 1]);
  fireEvent.click(screen.getByRole("button", { name: "Show changes" }));
  await pass(0);
  expect(links()).toHaveLength(1);
  expect(screen.queryByRole("button", { name: "Show changes" })).toBeNull();
});

test("while newer entries fail to load, the older ones stay and say from when they are", async () => {
  search.mockImplementation((body) =>
    body.limit === 1 ? historyPage([], { total_count: 28, revision: "2" }) : answer(body),
  );
  await show();
  const pill = await screen.findByRole("button", { name: /^3 new/ });
  search.mockImplementation(() => {
    throw new Error("No answer from storage.");
  });
  fireEvent.click(pill);
  expect((await screen.findByRole("alert")).textContent).toMatch(/^No answer from storage\. These entries are from /);
  expect(links()).toHaveLength(10);
  search.mockImplementation(answer);
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
});

test("the coverage line follows what is read, and stays when all is read", async () => {
  const reading = { complete: false, accounts: 12, accounts_done: 11, accounts_status: [account("Cold storage")] };
  over = { coverage: coverage(reading) };
  await showWithFakeTimers();
  expect(screen.getByText("11 of 12 accounts read, back to March 2021")).toBeTruthy();
  expect(screen.getByText("Cold storage 412 of 538")).toBeTruthy();
  over = { coverage: coverage() };
  await pass(5_000);
  expect(screen.getByText("History known since 12 Mar 2021")).toBeTruthy();
});

test("a history that was read before says since when it is known", async () => {
  await show();
  await screen.findByText("History known since 12 Mar 2021");
  expect(screen.getByRole("button", { name: "Show accounts" })).toBeTruthy();
});
