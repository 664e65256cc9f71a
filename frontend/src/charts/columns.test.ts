import { expect, test } from "vitest";
import { addColumns, changesOf, chartColumn, largestOf, runsOf, stackTops } from "./columns";

const { NaN: NONE } = Number;

test("a column is not known before its first period, after its last one and without a price", () =>
  expect([...chartColumn(["1.5", null, "3"], 1, 5)]).toEqual([NONE, 1.5, NONE, 3, NONE]));

test("a column that is longer than the chart is cut off", () =>
  expect([...chartColumn(["1", "2", "3"], 1, 2)]).toEqual([NONE, 1]));

test("a sum leaves out what is not known, unless nothing is", () => {
  const [a, b] = [chartColumn(["1", null, null], 0, 3), chartColumn(["2", "2", null], 0, 3)];
  expect([...addColumns([a, b], 3)]).toEqual([3, 2, NONE]);
});

test("bands are stacked, and one without a value has no height", () => {
  const bands = [chartColumn(["1", "1"], 0, 2), chartColumn(["2"], 1, 2)];
  expect(stackTops(bands, 2).map((top) => [...top])).toEqual([
    [1, 1],
    [1, 3],
  ]);
});

test("runs are the spans in which every column is known", () => {
  const [a, b] = [chartColumn(["1", "1", null, "1", "1"], 0, 5), chartColumn(["1", "1", "1", "1"], 1, 5)];
  expect(runsOf([a], [0, 4])).toEqual([
    [0, 1],
    [3, 4],
  ]);
  expect(runsOf([a, b], [0, 4])).toEqual([
    [1, 1],
    [3, 4],
  ]);
  expect(runsOf([a], [2, 2])).toEqual([]);
});

test("a line of steps keeps each change and both ends", () => {
  const column = chartColumn(["1", "1", "1", "2", "2", "2"], 0, 6);
  expect(changesOf(column, [0, 5])).toEqual([0, 3, 5]);
  expect(changesOf(column, [1, 1])).toEqual([1]);
});

test("the largest number of a span is zero without any", () => {
  const column = chartColumn(["1", null, "5"], 0, 3);
  expect([largestOf([column], [0, 2]), largestOf([column], [1, 1])]).toEqual([5, 0]);
});
