import { expect, test } from "vitest";
import { leftOut, market } from "./market.test-data";
import { matching, ordered, reasonWords, stateWords } from "./markets";

const unread = market({ state: "unread", is_missing: true, trade_count: 0, read_on: null });
const never = market({ state: "unknown", trade_count: 0, read_on: null });

test("each state says what is read, or why it is not", () => {
  expect([market(), market({ trade_count: 1 }), market({ trade_count: 0 })].map(stateWords)).toEqual([
    "3 trades",
    "1 trade",
    "No trades",
  ]);
  expect(
    [unread, leftOut(), leftOut({ trade_count: 0 }), never, { ...never, is_missing: true }].map(stateWords),
  ).toEqual([
    "Waiting to be read",
    "Left out. 3 trades stay.",
    "Left out. Its trades are not read.",
    "The exchange has no such pair.",
    "The exchange no longer has its trades. Import a file for them.",
  ]);
});

test("each origin names the asset", () => {
  const of = (origin: "balance" | "list" | "person") => reasonWords(market({ origin, base: "SOL" }));
  expect([of("balance"), of("list"), of("person")]).toEqual([
    "SOL is in your balances",
    "SOL is in your history",
    "You added it",
  ]);
});

test("what needs attention is first, and what never existed last", () => {
  const all = [
    { ...never, base: "A", market: "AEUR" },
    market({ base: "B", trade_count: 0 }),
    market({ base: "D" }),
    market({ base: "C" }),
    { ...unread, market: "EEUR" },
    leftOut({ base: "F" }),
    market({ base: "G", origin: "person", trade_count: 0 }),
  ];
  expect(ordered(all).map((one) => one.market)).toEqual(["FEUR", "EEUR", "GEUR", "CEUR", "DEUR", "BEUR", "AEUR"]);
});

test("a search finds a pair with or without a mark between its assets", () => {
  const all = [market(), market({ base: "LINK" })];
  const found = (text: string) => matching(all, text).map((one) => one.market);
  expect([found("link/eur"), found("LINK-"), found("eur"), found(""), found("x")]).toEqual([
    ["LINKEUR"],
    ["LINKEUR"],
    ["BTCEUR", "LINKEUR"],
    ["BTCEUR", "LINKEUR"],
    [],
  ]);
});
