import { expect, test } from "vitest";
import { account, coverage } from "./history.test-data";
import { settledMark, withProgress } from "./live";
import type { LiveHistory } from "./types";

const line = (of: string, over: Partial<LiveHistory> = {}): LiveHistory => ({
  id: `read-history ${of}`,
  kind: "history",
  label: of,
  wallet_address: of,
  chain: "eip155:1",
  chain_name: "Ethereum",
  state: "running",
  done: 500,
  total: null,
  unit: "facts",
  attempts: 0,
  next_try_at: null,
  last_error: null,
  finished_at: null,
  updated_at: "2026-11-20T14:00:00Z",
  history: {
    oldest: "2020-02-01T00:00:00Z",
    complete: false,
    facts_per_minute: 1200,
    sources: [{ source: "etherscan", name: "Etherscan", done: 500, total: null, oldest: "2020-02-01T00:00:00Z" }],
  },
  ...over,
});

const known = coverage({
  complete: false,
  accounts: 3,
  accounts_done: 1,
  accounts_status: [
    account("a", { state: "waiting", facts: 0, total: null }),
    account("b", { state: "partial", facts: 9, total: 9 }),
    account("c", { state: "reading", facts: 412, total: 538 }),
  ],
});

test("the stream moves the progress on, and what a source does not state stays unknown", () => {
  const shown = withProgress(known, [line("a"), line("c", { done: 538, total: 538 })]);
  expect(shown.accounts_status.map(({ state, facts, rate }) => [state, facts, rate])).toEqual([
    ["reading", 500, 1200],
    ["partial", 9, undefined],
    ["reading", 538, 1200],
  ]);
  expect(shown.total).toBeNull();
  expect([shown.entries, shown.accounts_done, shown.known_since]).toEqual([1047, 1, "2020-02-01T00:00:00Z"]);
});

test("an account counts as read when the stream says that all of it is known", () => {
  const whole = { oldest: null, complete: true, facts_per_minute: null, sources: [] };
  const shown = withProgress(known, [line("a", { state: "done", history: whole })]);
  expect(shown.accounts_status[0]?.state).toBe("whole");
  expect(shown.accounts_done).toBe(2);
});

test("the end of a reading alone does not make an account complete", () => {
  const shown = withProgress(known, [line("c", { state: "done" })]);
  expect(shown.accounts_status[2]?.state).toBe("reading");
});

test("a failure is named with its next attempt", () => {
  const failed = line("c", {
    state: "failed",
    last_error: { code: "unavailable", text: "Etherscan does not answer." },
    next_try_at: "2026-11-20T14:05:00Z",
  });
  expect(withProgress(known, [failed]).accounts_status[2]).toMatchObject({
    state: "failed",
    error: "Etherscan does not answer.",
    next_attempt: "2026-11-20T14:05:00Z",
    rate: null,
  });
});

test("without a stream the answer of the server is shown", () => {
  expect(withProgress(known, undefined)).toBe(known);
});

test("the mark changes when a history is settled, not while it is read", () => {
  const before = settledMark([line("a"), line("b", { state: "done" })]);
  expect(
    settledMark([line("a", { done: 900, updated_at: "2026-11-20T14:00:09Z" }), line("b", { state: "done" })]),
  ).toBe(before);
  expect(settledMark([line("a", { state: "done" }), line("b", { state: "done" })])).not.toBe(before);
});

test("once all accounts are read, the server says since when they are known", () => {
  const read = coverage({
    complete: false,
    known_since: "2026-05-01T00:00:00Z",
    accounts: 1,
    accounts_status: [account("b", { state: "partial", oldest: "2024-01-01T00:00:00Z" })],
  });
  const shown = withProgress(read, [line("b", { state: "done" })]);
  expect(shown.known_since).toBe("2026-05-01T00:00:00Z");
});
