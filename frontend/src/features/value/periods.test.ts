import { expect, test } from "vitest";
import { lastDayOf, paddedDays, periodName, rangeOfDays, rangeOfSpan, shiftedPeriod } from "./periods";

test("days are filled up to thirty, months to twelve, and years from 2009 on", () => {
  const days = paddedDays(["2025-09-08", "2025-09-09"], "day");
  expect([days.length, days[0], days.at(-1)]).toEqual([30, "2025-08-11", "2025-09-09"]);
  const months = paddedDays(["2025-02-01"], "month");
  expect([months.length, months[0], months.at(-1)]).toEqual([12, "2024-03-01", "2025-02-01"]);
  const years = paddedDays(["2021-01-01", "2022-01-01"], "year");
  expect([years.length, years[0], years[12]]).toEqual([14, "2009-01-01", "2021-01-01"]);
});

test("a history that is long enough is not filled up, and none stays none", () => {
  const days = Array.from({ length: 31 }, (_, i) => shiftedPeriod("2025-01-01", "day", i));
  expect(paddedDays(days, "day")).toEqual(days);
  expect(paddedDays([], "year")).toEqual([]);
});

test.each([
  ["2024-02-01", "month", "2024-02-29"],
  ["2025-01-01", "year", "2025-12-31"],
  ["2025-09-08", "day", "2025-09-08"],
] as const)("the period of %s by %s ends on %s", (day, group, last) => expect(lastDayOf(day, group)).toBe(last));

test("periods have names", () => {
  expect(periodName("2025-09-08", "day")).toBe("8 Sept 2025");
  expect(periodName("2025-09-01", "month")).toBe("September 2025");
  expect(periodName("2025-01-01", "year")).toBe("2025");
});

const fiveYears = Array.from({ length: 2500 }, (_, i) => shiftedPeriod("2020-01-17", "day", i));
const last = fiveYears.at(-1) ?? "";

test.each([
  ["all", "2020-01-17"],
  ["5y", shiftedPeriod(last, "day", -1826)],
  ["1w", shiftedPeriod(last, "day", -7)],
] as const)("the span %s begins on %s", (key, first) => {
  const [from, to] = rangeOfSpan(fiveYears, key);
  expect([fiveYears[from], fiveYears[to]]).toEqual([first, last]);
});

test("a month before the last day of a long month is the last day of a shorter one", () => {
  const days = Array.from({ length: 120 }, (_, i) => shiftedPeriod("2025-01-01", "day", i)).slice(0, 90);
  expect(days.at(-1)).toBe("2025-03-31");
  expect(days[rangeOfSpan(days, "1m")[0]]).toBe("2025-02-28");
});

test("a span that is shorter than a period has two, if there are two", () => {
  expect(rangeOfSpan(["2024-01-01", "2025-01-01", "2026-01-01"], "1w")).toEqual([1, 2]);
  expect(rangeOfSpan(["2026-01-01"], "1w")).toEqual([0, 0]);
});

test("a dragged span keeps its days in another grouping", () => {
  const months = paddedDays(["2025-12-01"], "month");
  const [from, to] = rangeOfDays(months, "2025-03-10", "2025-06-20");
  expect([months[from], months[to]]).toEqual(["2025-03-01", "2025-06-01"]);
  expect(rangeOfDays(months, "2025-12-10", "2025-12-20")).toEqual([10, 11]);
});
