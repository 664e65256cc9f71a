import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isExpired, toChallenge } from "./challenge";

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2030-01-01T00:00:00Z") });
});
afterEach(() => {
  vi.useRealTimers();
});

const MESSAGE =
  "spyhop.example wants you to sign in\n\nIssued At: 2026-11-23T20:00:00Z\nExpiration Time: 2026-11-23T20:05:00Z";

test("a message lasts as long as it says, whatever the clock of the browser says", () => {
  const challenge = toChallenge(MESSAGE);
  expect(challenge.expiresAt - Date.now()).toBe(5 * 60_000);
  expect(isExpired(challenge)).toBe(false);
  vi.advanceTimersByTime(4 * 60_000 + 31_000);
  expect(isExpired(challenge), "too little time is left to sign it").toBe(true);
});

test("a message without times lasts five minutes", () =>
  expect(toChallenge("hello").expiresAt - Date.now()).toBe(5 * 60_000));
