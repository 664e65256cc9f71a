import { expect, test } from "vitest";
import { spanStart } from "./spanStart";

const NOW = Date.parse("2026-03-31T14:02:31Z");
const startOf = (months: number, days = 0) => {
  const start = spanStart({ months, days }, NOW);
  return start === null ? null : new Date(start).toISOString();
};

test("a span begins at the start of an hour", () => {
  expect(startOf(12)).toBe("2025-03-31T14:00:00.000Z");
  expect(startOf(0, 1)).toBe("2026-03-30T14:00:00.000Z");
  expect(startOf(0, 7)).toBe("2026-03-24T14:00:00.000Z");
});

test("in a shorter month a span begins at its last day", () => {
  expect(startOf(1)).toBe("2026-02-28T14:00:00.000Z");
  expect(startOf(25)).toBe("2024-02-29T14:00:00.000Z");
});

test("a span without a limit has no start", () => expect(startOf(Number.POSITIVE_INFINITY)).toBeNull());
