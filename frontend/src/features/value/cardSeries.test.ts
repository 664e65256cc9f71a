import { expect, test } from "vitest";
import { cardFigures, cardRange, cardSeries, firstKnown, spanChange } from "./cardSeries";
import { coverage, valueGraph } from "./value.test-data";

const CLOSING = ["100", "110.5", null, "90", "120.25"];
const graph = (since: string | null = "2025-09-01T00:00:00Z", complete = true) =>
  valueGraph([], CLOSING, {
    cost: ["100", "100", "100", "100", null],
    coverage: { ...coverage, known_since: since, complete },
  });

test("a span ends with the last day, and has two days if there are two", () => {
  expect(cardRange(graph(), "1d")).toEqual([3, 4]);
  expect(cardRange(graph(), "1w")).toEqual([0, 4]);
  expect(cardRange(graph(), "1y")).toEqual([0, 4]);
  expect(cardRange(valueGraph([], ["1"]), "1d")).toEqual([0, 0]);
});

test("gaps stay gaps, and the cost is drawn only if it is shown and known", () => {
  const { total, cost } = cardSeries(graph(), true);
  expect([...total].map(Number.isNaN)).toEqual([false, false, true, false, false]);
  expect(cost?.[0]).toBe(100);
  expect(cardSeries(graph(), false).cost).toBeNull();
  expect(cardSeries(valueGraph([], ["1", "2"], { cost: [null, null] }), true).cost).toBeNull();
});

test("a day has its exact distance from the cost, if both are known", () => {
  expect(cardFigures(graph(), 1)).toEqual({ value: "110.5", cost: "100", overCost: "10.5" });
  expect(cardFigures(graph(), 3).overCost).toBe("-10");
  expect(cardFigures(graph(), 2)).toEqual({ value: null, cost: "100", overCost: null });
  expect(cardFigures(graph(), 4).overCost).toBeNull();
});

test.each([
  ["2025-09-01T00:00:00Z", true, 0],
  ["2025-09-10T18:00:00Z", true, 2],
  ["2026-01-01T00:00:00Z", false, 5],
  [null, true, 0],
  [null, false, 5],
] as const)("with a history known since %s (complete: %s) the first known day is %i", (since, complete, first) =>
  expect(firstKnown(graph(since, complete))).toBe(first),
);

test("the change of a span counts from the first day on which everything is known", () => {
  expect(spanChange(graph(), "1y")).toEqual({ since: "2025-09-08", amount: "20.25", percent: "20.25000" });
  expect(spanChange(graph("2025-09-10T18:00:00Z"), "all")).toMatchObject({ since: "2025-09-11", amount: "30.25" });
  expect(spanChange(graph("2025-09-12T00:00:00Z"), "all")).toBeNull();
  expect(spanChange(graph(null, false), "all")).toBeNull();
  expect(spanChange(valueGraph([], ["1", null]), "all")).toBeNull();
  expect(spanChange(valueGraph([], ["0", "5"]), "all")).toEqual({ since: "2025-09-08", amount: "5", percent: null });
});
