import { expect, test } from "vitest";
import { type Bar, barAt, barLines, barScale, barThickness, extentOf, placedParts } from "./bars";

const part = (id: string, value: number) => ({ id, colour: "red", value });
const bar = (...values: number[]): Bar => ({
  id: values.join(),
  total: null,
  parts: values.map((value, i) => part(`${i}`, value)),
});

test("parts are stacked from zero, and those below zero hang under it", () =>
  expect(
    placedParts([part("a", 10), part("b", -3), part("c", 5), part("d", -2)]).map(({ from, to }) => [from, to]),
  ).toEqual([
    [0, 10],
    [0, -3],
    [10, 15],
    [-3, -5],
  ]));

test("the extent of bars contains zero", () => {
  expect(extentOf([bar(10, 5), bar(7, -3, -1)])).toEqual([-4, 15]);
  expect(extentOf([bar(-2), bar(-8)])).toEqual([-8, 0]);
  expect(extentOf([])).toEqual([0, 0]);
});

test.each([
  [
    [0, 157],
    ["0", "60", "120"],
  ],
  [
    [-5, 157],
    ["0", "60", "120"],
  ],
  [
    [-90, 100],
    ["-80", "0", "80"],
  ],
  [
    [-100, 0],
    ["-80", "-40", "0"],
  ],
  [
    [0, 0.07],
    ["0", "0.025", "0.050"],
  ],
  [[0, 0], ["0"]],
] as const)("the grid of %s has few lines, at round amounts", (extent, amounts) =>
  expect(barLines(extent).map(({ amount }) => amount)).toEqual(amounts),
);

test("bars are in the middle of their place, and what is below zero is below the axis", () => {
  const scale = barScale(3, 300, 100, [-20, 80]);
  expect([0, 1, 2].map(scale.x)).toEqual([50, 150, 250]);
  expect([80, 0, -20].map(scale.y)).toEqual([0, 80, 100]);
});

test("a place belongs to the bar around it", () =>
  expect([-5, 0, 99, 100, 299, 400].map((x) => barAt(3, 300, x))).toEqual([0, 0, 0, 1, 2, 2]));

test("many bars are thin, and few are as thick as they may be", () =>
  expect([3, 31, 400].map((count) => barThickness(count, 310, 48))).toEqual([48, 6, 1]));
