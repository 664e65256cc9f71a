import { expect, test } from "vitest";
import { themed } from "./series";

test("a series colour follows the theme, any other stays", () => {
  expect(themed("#134264")).toBe("var(--c1)");
  expect(themed("#75888F")).toBe("var(--c8)");
  expect(themed("#123456")).toBe("#123456");
  expect(themed("var(--c3)")).toBe("var(--c3)");
});
