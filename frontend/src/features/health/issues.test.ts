import { expect, test } from "vitest";
import { keyOf, kindsOf, sentence, titleOf } from "./issues";
import { missingWords } from "./missingWords";
import type { HealthIssue } from "./types";

const issue = (kind: HealthIssue["kind"], title: string): HealthIssue => ({
  kind,
  severity: "warn",
  title,
  reason_code: "not_listed",
  cause: "No price source lists this token.",
  affects: "Not in any total.",
  remedy: "set_price",
  fix: "Set a price or hide it.",
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

test("several wallets on a network are named as on Home", () => {
  const metis = { ...issue("failed", "13 addresses on Metis"), count: 13, chain: "eip155:1088" };
  expect(titleOf(metis)).toBe("13 wallets on Metis");
  const bitcoin = { ...metis, title: "40 addresses on Bitcoin", count: 40, chain: "bip122:0" };
  expect(titleOf(bitcoin)).toBe("40 addresses on Bitcoin");
  expect(titleOf({ ...metis, title: "Savings on Metis", count: 1 })).toBe("Savings on Metis");
  expect(titleOf({ ...metis, title: "Tide on Base (TIDE)", asset: "eip155:1088/erc20:0x1" })).toBe(
    "Tide on Base (TIDE)",
  );
});

test("a cause on its own is a sentence", () => {
  expect([sentence("no source has a price"), sentence("It is old.")]).toEqual(["No source has a price.", "It is old."]);
});

test("figures that lack anything are never called complete", () => {
  const words = (...issues: HealthIssue[]) => missingWords({ issues, issue_counts: { bad: 0, warn: issues.length } });
  expect(words()).toBeNull();
  expect(words(issue("unpriced", "a"), issue("wallet", "b"))).toBe("1 wallet not loaded");
  expect(words(issue("wallet", "a"), issue("wallet", "b"))).toBe("2 wallets not loaded");
  expect(words(issue("not_looked_for", "a"))).toBe("Some tokens not detected");
  expect(words(issue("partial", "a"))).toBe("Figures incomplete");
  expect(words(issue("unpriced", "a"), issue("not_looked_for", "b"))).toBe("2 need attention");
  expect(missingWords({ issues: [], issue_counts: { bad: 1, warn: 0 } })).toBe("1 needs attention");
});
