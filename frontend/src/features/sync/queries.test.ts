import { expect, test } from "vitest";
import { type SyncSource, type SyncStatus, withSource } from "./queries";

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
  place_in_line: null,
  attempts: 0,
  next_try_at: null,
  last_error: null,
  finished_at: null,
  updated_at: "2026-11-20T14:00:00Z",
});
const status: SyncStatus = {
  sources: [source("a", "running"), source("b", "waiting")],
  done: 0,
  total: 2,
  running: 1,
  waiting: 1,
  failed: 0,
  last_event_id: "1",
  world: { kind: "live", chosen: "asked", reason: null, live_answers_again: false },
};

test("an event replaces its source where it stands and the counts follow", () => {
  const next = withSource(status, source("a", "done"));
  expect(next.sources.map(({ id, state }) => `${id} ${state}`)).toEqual(["a done", "b waiting"]);
  expect(next).toMatchObject({ done: 1, running: 0, waiting: 1, failed: 0, total: 2 });
});

test("a source not seen before is added", () => {
  expect(withSource(status, source("c", "failed"))).toMatchObject({ total: 3, failed: 1 });
});
