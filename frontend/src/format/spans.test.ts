import { expect, test } from "vitest";
import { periodName, periodOf, SPANS, spanOf } from "./spans";

test("there are ten spans, and a year is the one without a choice", () => {
  expect(SPANS).toHaveLength(10);
  expect([spanOf(null).key, spanOf("century").key, spanOf("1w").key]).toEqual(["1y", "1y", "1w"]);
});

test("the span of an answer has its first and its last day, or only the last one", () => {
  const end = "2026-11-20T14:02:00Z";
  expect(periodOf({ start: "2025-11-20T14:00:00Z", end })).toBe("20 Nov 2025 – 20 Nov 2026");
  expect(periodOf({ start: null, end })).toBe("All time until 20 Nov 2026");
});

test("periods have the names of their days and months", () =>
  expect([periodName("2026-03-01", "month"), periodName("2026-03-01", "day")]).toEqual(["March 2026", "1 Mar 2026"]));
