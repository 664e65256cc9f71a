import { expect, test } from "vitest";
import { stepTo } from "./listSteps";

test("arrows go around, pages stop at the ends", () => {
  expect([stepTo("ArrowDown", 2, 3), stepTo("ArrowUp", 0, 3)]).toEqual([0, 2]);
  expect([stepTo("PageDown", 0, 3), stepTo("PageUp", 2, 3)]).toEqual([2, 0]);
  expect([stepTo("a", 0, 3), stepTo("ArrowDown", -1, 0)]).toEqual([null, null]);
});
