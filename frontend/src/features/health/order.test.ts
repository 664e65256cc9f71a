import { expect, test } from "vitest";
import { answeringSummary, worstFirst } from "./order";
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

test("the summary counts the answering sources among the used ones", () => {
  expect(answeringSummary(sources)).toBe("1 of 3 sources answer · 1 not used yet");
  expect(answeringSummary([source("fine", "ok", "ok")])).toBe("1 of 1 source answers");
  expect(answeringSummary([source("idle", "unused", "ok")])).toBe("1 not used yet");
});
