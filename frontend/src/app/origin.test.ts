import { expect, test } from "vitest";
import { originOf } from "./origin";

const at = (search: string, hash = "", state: unknown = null) => originOf({ search, hash, state });

test("redirect leads to an own path, with its query and hash", () => {
  expect(at(`?redirect=${encodeURIComponent("/wallets?sort=name#x")}`)).toBe("/wallets?sort=name#x");
  expect(at("?redirect=/health", "#sources")).toBe("/health#sources");
  expect(at("?redirect=/health", "", { from: "/wallets" })).toBe("/health");
});

test.each([
  "https://evil.example",
  "//evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "javascript:alert(1)",
  "/welcome",
  "",
])("redirect to %s is none", (text) => expect(at(`?redirect=${encodeURIComponent(text)}`)).toBe("/home"));

test("without it, the page one was sent away from; strangers' states count for nothing", () => {
  expect(at("", "", { from: "/health?x=1" })).toBe("/health?x=1");
  expect(at("", "", { from: "//evil.example" })).toBe("/home");
  expect(at("", "", { from: 3 })).toBe("/home");
  expect(at("")).toBe("/home");
});
