import { expect, test } from "vitest";
import { isProofRecent } from "./proof";
import type { OpenSession } from "./types";

const NOW = Date.parse("2026-11-23T20:00:00Z");
const session = (minutesAgo: number, is_current: boolean): OpenSession => ({
  id: "1",
  device: null,
  network: null,
  opened_at: new Date(NOW - minutesAgo * 60_000).toISOString(),
  last_used_at: new Date(NOW).toISOString(),
  is_current,
});

test.each([
  [[session(1, true)], true],
  [[session(9, true)], false],
  [[session(60, true), session(1, false)], false],
  [[], false],
])("only a new session of this browser is a recent proof", (sessions, isRecent) =>
  expect(isProofRecent(sessions, NOW)).toBe(isRecent),
);
