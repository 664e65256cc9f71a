import { cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { History } from "./History";
import { account, row } from "./history.test-data";
import { renderAt } from "./server.test-setup";
import type { HistoryRow, VisitorEntry, VisitorPage } from "./types";
import { VisitorContext } from "./visitor";

const sharedRow = (entry: string): VisitorPage["results"][number] => {
  const { cost_gap: _, ...shared }: HistoryRow = row(entry);
  return shared;
};

const page: VisitorPage = {
  view: "shared",
  results: [sharedRow("a")],
  start: 0,
  limit: 25,
  total_count: 1,
  dust_hidden: 0,
  currency_code: "USD",
  asset_prices: {},
  coverage: {
    complete: false,
    known_since: "2021-03-12T10:00:00Z",
    accounts: 1,
    accounts_done: 1,
    entries: 1,
    total: null,
    gaps: [],
    accounts_status: [],
  },
  revision: "1",
};
const { cap: _cap, error: _error, next_attempt: _next, ...capped } = account("a", { state: "capped" });
page.coverage.accounts_status = [capped];

const details: VisitorEntry = {
  view: "shared",
  row: sharedRow("a"),
  decoder: "uniswap-v3",
  decoder_version: 1,
  decoding_text: "",
  facts: [
    { id: "1", source: "x", source_name: "Etherscan", stream: "receipts", block: 5, block_hash: null, json: "{}" },
  ],
  match: { reason: "Same transaction.", other: sharedRow("b") },
};
const filters = { year_filter: [], method_filters: [], asset_filters: [], wallet_filters: [], chain_filters: [] };

/** The authorization of each call, by the last part of its path. */
let sent: Record<string, string> = {};
let status = 200;
const onOver = vi.fn();

beforeEach(() => {
  sent = {};
  status = 200;
  onOver.mockReset();
  const answers: Record<string, unknown> = {
    "search-transaction": page,
    "get-entry": details,
    "get-transaction-filter": { ...filters, kind_filters: [] },
  };
  vi.stubGlobal("fetch", async (path: string, init: { headers: HeadersInit }) => {
    const call = path.split("/").at(-1) ?? "";
    sent[call] = new Headers(init.headers).get("authorization") ?? "";
    if (status !== 200)
      return Response.json({ error: true, message: "", data: null, code: "session_invalid" }, { status });
    return Response.json({ error: false, message: "", data: answers[call] });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const visit = (url: string) =>
  renderAt(
    url,
    <VisitorContext value={{ token: "spy_share_1", onOver }}>
      <History actions={null} onAdd={null} />
    </VisitorContext>,
  );

test("a visitor sees the entries of the portfolio and nothing to change", async () => {
  visit("/home/slug?page=transaction-history&entry=a");
  await screen.findByRole("heading", { name: "Decoding" });
  expect(new Set(Object.values(sent))).toEqual(new Set(["Bearer spy_share_1"]));
  const buttons = screen
    .getAllByRole("button")
    .map((button) => button.getAttribute("aria-label") ?? button.textContent);
  for (const change of ["Undo the match", "Rename the counterparty", "Add a note", "Add wallet"])
    expect(buttons).not.toContain(change);
  expect(screen.getByText("Same transaction.")).toBeTruthy();
  expect(screen.queryByText(/^Revision/)).toBeNull();
  expect(screen.queryByText(/^Read /)).toBeNull();
  expect(screen.queryByRole("heading", { name: "Note" })).toBeNull();
  expect(screen.queryByRole("navigation", { name: "Breadcrumb" })).toBeNull();
});

test("a share session that has ended is renewed", async () => {
  status = 401;
  visit("/home/slug?page=transaction-history");
  await waitFor(() => expect(onOver).toHaveBeenCalled());
});
