import { expect, test } from "vitest";
import { assignColours } from "./segments";

test("a colour stays with its asset while others come and go", () => {
  const first = assignColours(new Map(), ["a", "b", "c"]);
  const second = assignColours(first, ["c", "d", "a"]);
  expect(second.get("a")).toBe(first.get("a"));
  expect(second.get("c")).toBe(first.get("c"));
  expect(second.get("d")).toBe(first.get("b"));
  expect(new Set(second.values()).size).toBe(3);
});
