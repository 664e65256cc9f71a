import { expect, test } from "vitest";
import { merge } from "./merge";
import type { SyncSource, SyncStatus } from "./types";

const source = (id: string, state: SyncSource["state"]): SyncSource => ({
  id,
  kind: "account",
  label: id,
  wallet_address: null,
  chain: null,
  chain_name: null,
  state,
  done: 0,
  total: null,
  unit: "tokens",
  attempts: 0,
  next_try_at: null,
  last_error: null,
  finished_at: null,
  updated_at: "2026-11-20T14:00:00Z",
  history: null,
});
const status = (last_event_id: string, sources: SyncSource[], changes: Partial<SyncStatus> = {}): SyncStatus => ({
  since: null,
  sources,
  gone: [],
  next: [],
  left_out: 0,
  done: 0,
  total: 2,
  running: 1,
  waiting: 1,
  failed: 0,
  last_event_id,
  world: { kind: "live", chosen: "configured", reason: null, live_answers_again: false },
  ...changes,
});
const old = status("10-a", [source("a", "running"), source("b", "waiting")]);
const listed = (merged: SyncStatus | null) => merged?.sources.map(({ id, state }) => `${id} ${state}`);

test("changes replace the old sources in place, and the counts are the server's", () => {
  const next = status("12-a", [source("a", "done"), source("c", "failed")], { since: "10-a", done: 7, next: ["b"] });
  const merged = merge(old, next);
  expect(listed(merged)).toEqual(["a done", "b waiting", "c failed"]);
  expect(merged).toMatchObject({ done: 7, last_event_id: "12-a", next: ["b"], since: null });
});

test("removed sources are removed", () => {
  expect(listed(merge(old, status("12-b", [], { since: "10-a", gone: ["a"] })))).toEqual(["b waiting"]);
});

test("a complete answer replaces the known status", () => {
  const whole = status("3-z", [source("x", "done")]);
  expect(merge(old, whole)).toBe(whole);
  expect(merge(undefined, whole)).toBe(whole);
});

test("an older answer does not undo a newer one", () => {
  expect(merge(old, status("9-a", [source("a", "waiting")], { since: "8-a" }))).toBe(old);
  expect(listed(merge(old, status("11-a", [source("b", "done")], { since: "9-a" })))).toEqual(["a running", "b done"]);
});

test("what was missed is noticed", () => {
  expect(merge(old, status("14-a", [], { since: "12-a" }))).toBeNull();
  expect(merge(old, status("11-c", [], { since: "10-b" }))).toBeNull();
  expect(merge(undefined, status("11-a", [], { since: "10-a" }))).toBeNull();
});
