import { expect, test } from "vitest";
import { redirectTarget } from "./redirect";
import { redirectInShare } from "./shareRedirect";

const at = (search: string, hash = "", state: unknown = null) => redirectTarget({ search, hash, state });

test("redirect leads to a path of this site, with its query and hash", () => {
  expect(at(`?redirect=${encodeURIComponent("/wallets?sort=name#x")}`)).toBe("/wallets?sort=name#x");
  expect(at("?redirect=/health", "#sources")).toBe("/health#sources");
  expect(at("?redirect=/health", "", { from: "/wallets" })).toBe("/health");
});

test("redirect may omit its leading slash, as in links", () => {
  expect(at("?redirect=intelligence/costs")).toBe("/intelligence/costs");
  expect(at("?redirect=intelligence", "#netflow")).toBe("/intelligence#netflow");
  expect(at("?redirect=welcome")).toBe("/home");
});

test("a shared page redirects to the page and hash of its link, under its own path", () => {
  const after = (search: string, hash = "") => redirectInShare("/home/slug", { search, hash, state: null });
  expect(after("")).toBeNull();
  expect(after("?asset=eth", "#missing")).toBeNull();
  expect(after("?redirect=home", "#missing")).toBe("/home/slug#missing");
  expect(after(`?asset=eth&redirect=${encodeURIComponent("home?sort=name#missing")}`)).toBe(
    "/home/slug?asset=eth&sort=name#missing",
  );
  expect(after("?redirect=intelligence/insights")).toBe("/home/slug?page=insights");
  expect(after(`?redirect=${encodeURIComponent("intelligence/transaction-history?year=2025")}`)).toBe(
    "/home/slug?page=transaction-history&year=2025",
  );
  expect(after("?redirect=https://evil.example/x")).toBe("/home/slug");
});

test.each([
  "https://evil.example",
  "//evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "/.//evil.example",
  "/home/..//evil.example",
  "/%2e//evil.example",
  "javascript:alert(1)",
  "/welcome",
  "",
])("redirect to %s is none", (text) => expect(at(`?redirect=${encodeURIComponent(text)}`)).toBe("/home"));

test("without it, the page that required the session; foreign states are ignored", () => {
  expect(at("", "", { from: "/health?x=1" })).toBe("/health?x=1");
  expect(at("", "", { from: "//evil.example" })).toBe("/home");
  expect(at("", "", { from: 3 })).toBe("/home");
  expect(at("")).toBe("/home");
});
