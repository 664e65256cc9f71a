import { expect, test } from "vitest";
import { gridBetween, gridLines, periodAt, plotScale } from "./scale";

const amounts = (largest: number) => gridLines(largest).map(({ amount }) => amount);

test.each([
  [1_300_000, ["0", "500000", "1000000", "1500000"]],
  [1_010_000, ["0", "400000", "800000", "1200000"]],
  [855, ["0", "300", "600", "900"]],
  [4, ["0", "1.5", "3.0", "4.5"]],
  [0.0000019, ["0", "0.0000008", "0.0000016", "0.0000024"]],
  [0, ["0"]],
])("the grid of %d has four round lines from zero, without an exponent", (largest, want) =>
  expect(amounts(largest).map((amount) => Number(amount))).toEqual(want.map(Number)),
);

test("grid lines are decimals, which formats can read", () => {
  for (const largest of [0.0000019, 12, 3e15])
    for (const amount of amounts(largest)) expect(amount).toMatch(/^\d+(\.\d+)?$/);
});

test("periods and places are converted to each other", () => {
  const scale = plotScale([10, 20], 500, 100, 50);
  expect([scale.x(10), scale.x(15), scale.x(20), scale.y(50), scale.y(0)]).toEqual([0, 250, 500, 0, 100]);
  expect([periodAt(scale, -5), periodAt(scale, 260), periodAt(scale, 900)]).toEqual([10, 15, 20]);
});

test("a single period is in the middle", () => {
  const scale = plotScale([3, 3], 500, 100, 50);
  expect([scale.x(3), periodAt(scale, 10)]).toEqual([250, 3]);
});

test.each([
  [188, 297, ["160", "200", "240", "280", "320"]],
  [0.9987, 1.0012, ["0.984", "0.992", "1", "1.008", "1.016"]],
  [0.0000011, 0.0000019, ["0.0000009", "0.0000012", "0.0000015", "0.0000018", "0.0000021"]],
  [0, 4, ["0", "1.5", "3.0", "4.5"]],
])("the grid between %d and %d has round lines around both", (lowest, highest, want) => {
  const lines = gridBetween(lowest, highest);
  expect(lines.map(({ amount }) => Number(amount))).toEqual(want.map(Number));
  for (const { amount } of lines) expect(amount).toMatch(/^\d+(\.\d+)?$/);
  expect(lines[0]?.value).toBeLessThanOrEqual(lowest);
  expect(lines.at(-1)?.value).toBeGreaterThanOrEqual(highest);
});

test("a scale with a floor begins there", () => {
  const scale = plotScale([0, 1], 500, 100, 300, 100);
  expect([scale.y(100), scale.y(200), scale.y(300)]).toEqual([100, 50, 0]);
});
