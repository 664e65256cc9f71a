import { expect, test } from "vitest";
import { nextIndex } from "./nextIndex";

test("arrows go around, pages stop at the ends", () => {
  expect([nextIndex("ArrowDown", 2, 3), nextIndex("ArrowUp", 0, 3)]).toEqual([0, 2]);
  expect([nextIndex("PageDown", 0, 3), nextIndex("PageUp", 2, 3)]).toEqual([2, 0]);
  expect([nextIndex("a", 0, 3), nextIndex("ArrowDown", -1, 0)]).toEqual([null, null]);
});
