import { expect, test } from "vitest";
import { providerSummary, worstFirst } from "./order";
import type { SourceHealth } from "./types";

const source = (name: string, state: SourceHealth["state"], severity: SourceHealth["severity"]): SourceHealth => ({
  id: name,
  name,
  kind: "chain",
  host: null,
  state,
  severity,
  affects: "Balances on Ethereum.",
  fix: null,
  last_error: null,
  last_ok_on: null,
  retry_at: null,
});
const sources = [
  source("fine", "ok", "ok"),
  source("idle", "unused", "ok"),
  source("slow", "failing", "warn"),
  source("gone", "failing", "bad"),
];

test("sources that need attention come first, unused ones last", () => {
  expect(worstFirst(sources).map(({ name }) => name)).toEqual(["gone", "slow", "fine", "idle"]);
});

test("the summary counts the providers that are up to date among the used ones", () => {
  expect(providerSummary(sources)).toBe("1 of 3 data providers up to date · 1 not used yet");
  expect(providerSummary([source("fine", "ok", "ok")])).toBe("1 of 1 data provider up to date");
  expect(providerSummary([source("idle", "unused", "ok")])).toBe("1 not used yet");
});
