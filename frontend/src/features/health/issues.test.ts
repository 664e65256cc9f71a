import { expect, test } from "vitest";
import { keyOf, kindsOf, sentence } from "./issues";
import type { HealthIssue } from "./queries";

const issue = (kind: HealthIssue["kind"], title: string): HealthIssue => ({
  kind,
  severity: "warn",
  title,
  reason_code: "not_listed",
  cause: "No price source lists this token.",
  affects: "It is in no total.",
  remedy: "set_price",
  fix: "Set a price of your own, or hide it.",
  asset: null,
  chain: null,
  wallet_address: null,
  last_good: null,
  retry_at: null,
  count: 1,
});

test("kinds are counted in the order of the list", () => {
  const issues = [issue("failed", "a"), issue("unpriced", "b"), issue("unpriced", "c")];
  expect(kindsOf(issues)).toEqual([
    ["failed", 1],
    ["unpriced", 2],
  ]);
  expect(new Set(issues.map(keyOf)).size).toBe(3);
});

test("a cause that stands alone is a sentence", () => {
  expect([sentence("no source has a price"), sentence("It is old.")]).toEqual(["No source has a price.", "It is old."]);
});
