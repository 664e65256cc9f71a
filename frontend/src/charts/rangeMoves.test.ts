import { expect, test } from "vitest";
import { movedRange, stepOf } from "./rangeMoves";

test.each([
  ["from", 3, [5, 8]],
  ["from", 100, [7, 8]],
  ["from", -100, [0, 8]],
  ["to", 100, [2, 10]],
  ["to", -100, [2, 3]],
  ["all", 1, [3, 9]],
  ["all", 100, [4, 10]],
  ["all", -100, [0, 6]],
] as const)("moving %s by %i gives %j", (part, by, want) => expect(movedRange([2, 8], part, by, 10)).toEqual(want));

test("a chart with one period keeps it", () => expect(movedRange([0, 0], "to", 1, 0)).toEqual([0, 0]));

test("keys move an end by one period, by many, or to its limit", () => {
  expect([stepOf("ArrowLeft", false), stepOf("ArrowRight", true), stepOf("PageUp", false)]).toEqual([-1, 30, 30]);
  expect([stepOf("Home", false), stepOf("Tab", false)]).toEqual([Number.NEGATIVE_INFINITY, null]);
});
