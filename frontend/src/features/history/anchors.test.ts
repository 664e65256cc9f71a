import { expect, test } from "vitest";
import { Anchors } from "./anchors";
import { row } from "./history.test-data";

const page = (...entries: string[]) => ({ results: entries.map((entry) => row(entry)) });

test("a page follows the last entry of the page that was shown before it", () => {
  const anchors = new Anchors();
  anchors.enter("all");
  expect(anchors.before(0)).toBeNull();
  anchors.set(0, page("a", "b"));
  anchors.set(1, page("c", "d"));
  expect([anchors.before(1), anchors.before(2), anchors.before(5)]).toEqual(["b", "d", null]);
});

test("other entries of a page end what followed, and so do other filters", () => {
  const anchors = new Anchors();
  anchors.enter("all");
  anchors.set(0, page("a", "b"));
  anchors.set(1, page("c", "d"));
  anchors.set(0, page("a", "b"));
  expect(anchors.before(2)).toBe("d");
  anchors.set(0, page("new", "a"));
  expect([anchors.before(1), anchors.before(2)]).toEqual(["a", null]);
  anchors.enter("swaps");
  expect(anchors.before(1)).toBeNull();
});
