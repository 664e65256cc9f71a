import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { History } from "./History";
import { historyPage, row } from "./history.test-data";
import { renderAt, stubServer } from "./server.test-setup";
import type { HistoryPage, HistoryRow, PageRequest } from "./types";

const HASH = "5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060";
const KEY = `${HASH.slice(0, 16)}${"4c".repeat(24)}`;

/** The transactions on the server. */
let rows: HistoryRow[] = [];
let over: Partial<HistoryPage> = {};
/** All bodies that were sent. */
const sent: string[] = [];

function answer(body: PageRequest): HistoryPage {
  sent.push(JSON.stringify(body));
  const searched = body.conditions.find(({ key }) => key === "search")?.value ?? "";
  const found = rows.filter(({ transaction }) => transaction.includes(searched.toLowerCase()));
  const { start, limit } = body;
  return historyPage(found, { start, limit, total_count: found.length, ...over });
}

beforeEach(() => {
  rows = [row("e1", { transaction: `0x${HASH}` }), row("e2")];
  over = {};
  sent.length = 0;
  stubServer({ "search-transaction": vi.fn(answer), "get-transaction-filter": vi.fn(() => ({})) });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const field = () => screen.getByLabelText("Label, address, hash or asset") as HTMLInputElement;
const links = () => screen.queryAllByRole("link", { name: /^lighthouse\.eth/ });
const warning = () => screen.queryByText(/^None of your transactions has this hash/);

/** Pastes a text into the search field and applies it, and returns the parameters of the URL after each step. */
async function search(text: string) {
  const { params } = renderAt("/x", <History actions={null} onAdd={vi.fn()} />);
  await waitFor(() => expect(links()).toHaveLength(2));
  field().focus();
  fireEvent.paste(field(), { clipboardData: { getData: () => text } });
  fireEvent.submit(field().closest("form") as Element);
  return params;
}

test.each([`0x${HASH}`, HASH, ` 0x${HASH.toUpperCase()}\n`])("an entry is found by its hash %j", async (text) => {
  const params = await search(text);
  await waitFor(() => expect(links()).toHaveLength(1));
  expect(field().value.toLowerCase().replace("0x", "")).toBe(HASH.slice(0, 16));
  expect(params().q).toBe(field().value);
  expect(warning()).toBeNull();
  expect(sent.join().toLowerCase()).not.toContain(HASH.slice(0, 17));
});

test.each([
  ["that begins like a hash", KEY],
  ["of which nothing is known", `0x${"4c0883a69102937d".repeat(4)}`],
])("a key %s is cleared with a warning once nothing is found for it", async (_, text) => {
  const params = await search(text);
  await waitFor(() => expect(warning()).toBeTruthy());
  expect(warning()?.textContent).toContain(
    "It may be a private key, so we cleared it. Only its first 16 digits were sent.",
  );
  expect(field().value).toBe("");
  expect(document.activeElement).toBe(field());
  await waitFor(() => expect(params()).toEqual({}));
  await waitFor(() => expect(links()).toHaveLength(2));
  const digits = text.replace("0x", "");
  expect(sent.join()).toContain(digits.slice(0, 16));
  expect(sent.join()).not.toContain(digits.slice(0, 17));
  fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(warning()).toBeNull();
});

test("the warning disappears when something else is searched for", async () => {
  await search(KEY);
  await waitFor(() => expect(warning()).toBeTruthy());
  fireEvent.change(field(), { target: { value: "uni" } });
  expect(warning()).toBeNull();
  expect(field().value).toBe("uni");
});

test("a transfer between networks is found by the hash of its other side", async () => {
  rows = [row("e1", { transaction: `0x${"ab".repeat(32)}`, matched: true }), row("e2")];
  const includes = rows[0] as HistoryRow;
  stubServer({
    "search-transaction": vi.fn((body: PageRequest) =>
      body.conditions.some(({ key }) => key === "search")
        ? historyPage([includes], { start: 0, limit: body.limit, total_count: 1 })
        : answer(body),
    ),
    "get-transaction-filter": vi.fn(() => ({})),
  });
  const params = await search(HASH);
  await waitFor(() => expect(links()).toHaveLength(1));
  expect(params()).toEqual({ q: HASH.slice(0, 16) });
  expect(warning()).toBeNull();
});

test("a hash whose entries are hidden as dust is judged once they are shown", async () => {
  over = { dust_hidden: 1 };
  const params = await search("9".repeat(63).concat("a"));
  await screen.findByText(/1 entry under \$1 hidden/);
  expect(warning()).toBeNull();
  over = {};
  fireEvent.click(screen.getByRole("button", { name: "Show dust" }));
  await waitFor(() => expect(warning()).toBeTruthy());
  await waitFor(() => expect(params()).toEqual({ dust: "show" }));
});

test("a key of another form is cleared at once and nothing of it is sent", async () => {
  const pair = "5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW";
  await search(pair);
  expect(screen.getByText(/looks like a private key/)).toBeTruthy();
  expect(field().value).toBe("");
  await act(() => Promise.resolve());
  expect(sent.join()).not.toContain("5VERv");
});
