import { expect, test } from "vitest";
import { isDay, lastOfMonth, shiftedDay, shiftedMonth } from "./calendar";

test("days are shifted over months, years and leap days", () => {
  expect(shiftedDay("2026-03-01", -1)).toBe("2026-02-28");
  expect(shiftedDay("2024-02-28", 1)).toBe("2024-02-29");
  expect(shiftedMonth("2026-01-31", -1)).toBe("2025-12-01");
  expect(lastOfMonth("2024-02-10")).toBe("2024-02-29");
});

test.each([
  ["2026-11-27", true],
  ["2026-02-29", false],
  ["2026-11-27T00:00:00Z", false],
  ["27/11/2026", false],
  ["", false],
])("%j is a day: %s", (text, isOne) => {
  expect(isDay(text)).toBe(isOne);
});
