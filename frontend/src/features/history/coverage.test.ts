import { expect, test } from "vitest";
import {
  gapsInFull,
  isNothingAsked,
  missingWords,
  needsLook,
  paceWords,
  progressWords,
  readingWords,
  readPart,
  readPercent,
  sinceWords,
} from "./coverage";
import { account, coverage } from "./history.test-data";

const reading = coverage({
  complete: false,
  accounts: 12,
  accounts_done: 10,
  entries: 86,
  accounts_status: [
    account("Cold storage"),
    account("Savings", { facts: 61, total: 100 }),
    account("Done", { state: "whole" }),
  ],
});

test("while accounts are read, the line says how many are and how far back", () => {
  expect(sinceWords(reading)).toBe("10 of 12 accounts read, back to March 2021");
  expect(sinceWords({ ...reading, known_since: null })).toBe("10 of 12 accounts read");
  expect(missingWords(reading)).toBe("");
  expect(readingWords(reading)).toBe("Cold storage 412 of 538 · Savings 61%");
  expect(readPercent(reading)).toBe("86%");
});

test("nothing is called complete before all is read", () => {
  const nearly = coverage({ complete: false, entries: 1000, total: 1000 });
  expect([readPercent(nearly), sinceWords(nearly)]).toEqual(["99%", "History known since 12 Mar 2021"]);
  expect(sinceWords(coverage({ complete: false, known_since: null }))).toBe("History unknown");
  expect(sinceWords(coverage())).toBe("History known since 12 Mar 2021");
  const gap = { kind: "internal", text: "", remedy: null, accounts: 1 };
  expect(sinceWords(coverage({ gaps: [gap] }))).toBe("History known since 12 Mar 2021");
});

test("an account that was never read is named, and only where nothing is watched there is no line to say", () => {
  const unread = coverage({
    complete: false,
    known_since: null,
    accounts_status: [account("Savings", { state: "not_read", facts: 0, total: null })],
  });
  expect(sinceWords(unread)).toBe("History unknown");
  expect(missingWords(unread)).toBe("1 account not read");
  expect(needsLook(unread)).toBe(true);
  const empty = { ...unread, accounts: 0, accounts_done: 0, accounts_status: [] };
  expect(isNothingAsked(empty)).toBe(true);
  expect(sinceWords(empty)).toBe("No history yet");
  const gap = { kind: "unread_wallet", text: "hello is not read: Unknown.", remedy: null, accounts: 0 };
  expect(isNothingAsked({ ...empty, gaps: [gap] })).toBe(false);
  expect(sinceWords({ ...empty, gaps: [gap] })).toBe("History unknown");
});

test("without a total the part is that of the accounts", () => {
  expect(readPart({ ...reading, total: null })).toBeCloseTo(10 / 12);
});

test("failed and capped accounts are named, and else what no source knows", () => {
  const troubled = coverage({
    complete: false,
    accounts_status: [account("a", { state: "failed" }), account("b", { state: "capped" })],
  });
  expect(missingWords(troubled)).toBe("1 account failed · 1 account at its limit");
  const gap = { kind: "internal", text: "Internal transfers are not known.", remedy: null, accounts: 1 };
  expect(missingWords(coverage({ gaps: [gap] }))).toBe("Internal transfers are not known");
  const contract = {
    kind: "contract_account",
    text: "An account on Base is a contract. The network does not count its transactions.",
    remedy: null,
    accounts: 1,
  };
  const both = coverage({ gaps: [contract, gap] });
  expect(missingWords(both)).toBe("An account on Base is a contract · 1 more");
  expect(gapsInFull(both)).toBe(`${contract.text}\n${gap.text}`);
  expect(gapsInFull(troubled)).toBeUndefined();
});

test("how fast and by whom an account is read is said only where it is known", () => {
  expect(paceWords(account("a"))).toBe("");
  expect(paceWords(account("a", { rate: 1200, sources: ["Etherscan", "Blockscout"] }))).toBe(
    "1,200 a minute · Etherscan, Blockscout",
  );
});

test("progress without a known total has no share", () => {
  expect(progressWords(account("a", { total: null }))).toBe("412 read");
  expect(progressWords(account("a", { total: 100 }))).toBe("412 read");
});
