import { expect, test } from "vitest";
import { chartColumn, runsOf } from "./columns";
import { bandPaths, costPaths } from "./paths";
import { plotScale } from "./scale";

const column = (...amounts: (string | null)[]) => chartColumn(amounts, 0, amounts.length);
const starts = (path: string | undefined) => path?.match(/M/g)?.length ?? 0;

test("bands are interrupted where the total is not known", () => {
  const total = column("3", "3", null, "3", "3");
  const scale = plotScale([0, 4], 400, 100, 10);
  const { bands } = bandPaths(
    [column("1", "1", "1", "1", "1"), column("2", "2", null, "2", "2")],
    total,
    runsOf([total], scale.range),
    scale,
  );
  expect(bands.map(starts)).toEqual([2, 2]);
});

test("a single period between two gaps has a width", () => {
  const total = column(null, "3", null);
  const scale = plotScale([0, 2], 400, 100, 10);
  const { bands } = bandPaths([total], total, runsOf([total], scale.range), scale);
  expect(bands[0]).toBe("M196,70L204,70L204,100L196,100Z");
});

test("the cost is a line of steps, and its area ends where the value is not known", () => {
  const scale = plotScale([0, 4], 400, 100, 10);
  const { line, water } = costPaths(column("2", "2", "4", "4", "4"), column("3", "3", null, "3", "3"), scale);
  expect(line).toBe("M0,80L200,80L200,60L400,60L400,60");
  expect(starts(water)).toBe(2);
});
