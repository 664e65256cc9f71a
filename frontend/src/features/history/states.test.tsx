import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { History } from "./History";
import { coverage, historyPage, row } from "./history.test-data";
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
const filters = {
  year_filter: [],
  method_filters: [],
  kind_filters: [{ value: "mint", label: "Mint", mark: null, count: 3 }],
  asset_filters: [],
  wallet_filters: [],
};

beforeEach(() => {
  total = 25;
  over = {};
  search.mockReset().mockImplementation(answer);
  stubServer({ "search-transaction": search, "get-transaction-filter": vi.fn(() => filters) });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const onAdd = vi.fn();

/** Renders the page at a URL and waits for its first answer. */
async function show(url = "/x") {
  const shown = renderAt(url, <History actions={null} onAdd={onAdd} />);
  await waitFor(() => expect(document.querySelector("[aria-busy=true]")).toBeNull());
  return shown;
}

test("without matches the filters are named, and cleared", async () => {
  total = 0;
  const { params } = await show("/x?q=uni&year=2025&kind=mint&rows=50");
  expect(await screen.findByText("No transactions found")).toBeTruthy();
  expect(await screen.findByText("Nothing matches “uni” in 2025 of the kind Mint worth $1 or more.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Clear the dates" }));
  await waitFor(() => expect(params()).toEqual({ q: "uni", kind: "mint", rows: "50" }));
  fireEvent.click(await screen.findByRole("button", { name: "Clear all" }));
  await waitFor(() => expect(params()).toEqual({ rows: "50" }));
});

test("what matches the filters but is hidden as dust is counted, and shown without clearing the filters", async () => {
  [total, over] = [0, { dust_hidden: 3 }];
  const { params } = await show("/x?q=uni");
  expect(await screen.findByText("Nothing matches “uni” worth $1 or more. 3 entries under $1 hidden.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Show dust" }));
  await waitFor(() => expect(params()).toEqual({ q: "uni", dust: "show" }));
});

test("without accounts the page offers to add a wallet", async () => {
  total = 0;
  over = { coverage: coverage({ complete: false, accounts: 0, accounts_done: 0 }) };
  await show();
  expect(screen.queryByText("Show accounts")).toBeNull();
  fireEvent.click(await screen.findByRole("button", { name: "Add wallet" }));
  expect(onAdd).toHaveBeenCalledTimes(1);
});

test("wallets without activity and wallets that were not read have no entries for different reasons", async () => {
  total = 0;
  over = { coverage: coverage({ accounts: 0, accounts_done: 0 }) };
  await show();
  await screen.findByText("These wallets have no activity.");
  cleanup();
  const gaps = [{ kind: "unread_wallet", text: "hello is not read: Unknown.", remedy: null, accounts: 0 }];
  over = { coverage: coverage({ complete: false, accounts: 0, accounts_done: 0, gaps }) };
  await show();
  await screen.findByText("Not everything could be read, so that some may be missing.");
  expect(screen.queryByRole("button", { name: "Add wallet" })).toBeNull();
});

test("while the first entries load there are ten rows of their height", async () => {
  search.mockImplementation(() => new Promise<never>(() => undefined) as never);
  renderAt("/x", <History actions={null} onAdd={onAdd} />);
  const table = await screen.findByRole("table", { busy: true });
  expect(within(table).getAllByRole("row")).toHaveLength(11);
});

test("a failure stands in the card with its request, and can be retried", async () => {
  search.mockImplementation(() => {
    throw new Error("The history could not be read.");
  });
  renderAt("/x", <History actions={null} onAdd={onAdd} />);
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("Request req_1");
  search.mockImplementation(answer);
  fireEvent.click(within(alert).getByRole("button", { name: "Try again" }));
  await screen.findByText("1–10 of 25 entries");
});

test("a failure with filters offers to clear them", async () => {
  search.mockImplementation(({ conditions, ...rest }) => {
    if (conditions.some(({ key }) => key === "search")) throw new Error("The history could not be read.");
    return answer({ conditions, ...rest });
  });
  const { params } = renderAt("/x?q=uni&kind=mint&rows=50", <History actions={null} onAdd={onAdd} />);
  await screen.findByRole("alert");
  expect(screen.getByText("2 filters are set.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Clear all" }));
  await waitFor(() => expect(params()).toEqual({ rows: "50" }));
  await screen.findByText("1–25 of 25 entries");
  expect(screen.queryByRole("alert")).toBeNull();
});

test("costs that could not be loaded are said to be unmarked, and loaded again", async () => {
  const gaps = vi.fn<() => unknown>().mockImplementationOnce(() => {
    throw new Error("The ledger is busy.");
  });
  stubServer({
    "search-transaction": search,
    "get-transaction-filter": vi.fn(() => filters),
    "get-cost-gaps": gaps.mockReturnValue({ gaps: [] }),
  });
  await show();
  expect(await screen.findByText(/The ledger is busy\. Missing costs are not marked\./)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(screen.queryByText(/Missing costs are not marked/)).toBeNull());
});
