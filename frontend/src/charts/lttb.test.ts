import { expect, test } from "vitest";
import { lttb } from "./lttb";

test("all points are kept if there are few", () =>
  expect(lttb(new Float64Array([1, 2, 3]), 0, 2, 10)).toEqual([0, 1, 2]));

test("both ends and a single peak are kept, in order and without repetition", () => {
  const values = new Float64Array(1826).fill(1);
  values[1000] = 50;
  const kept = lttb(values, 10, 1800, 100);
  expect(kept).toHaveLength(100);
  expect([kept[0], kept.at(-1), kept.includes(1000)]).toEqual([10, 1800, true]);
  expect(kept.every((period, i) => i === 0 || period > (kept[i - 1] ?? 0))).toBe(true);
});
