import { expect, test } from "vitest";
import { address, label, own, row } from "./history.test-data";
import type { HistoryRow } from "./types";
import { actWords, candidatesWords, counterpartyOf, explorerName, partyName } from "./words";

test("a party has its name, else its shortened address", () => {
  expect(partyName(own("Savings"))).toBe("Savings");
  expect(partyName(address("0x7e20000000000000000000000000000000c11f"))).toBe("0x7e20…c11f");
});

test("a name cannot reorder the text around it", () => {
  expect(partyName(label("\u202Eevil\u202C"))).toBe("evil");
});

test.each([
  [{}, "Swap on Uniswap v3"],
  [{ to_wallet: null, protocol: "sushi-swap" }, "Swap on Sushi swap"],
  [{ kind: "bridge_out", kind_name: "Bridge", to_wallet: label("Across") }, "Bridge by Across"],
  [{ kind: "bridge-out", kind_name: "Bridge", to_wallet: label("Across") }, "Bridge by Across"],
  [{ kind: "stake", kind_name: "Stake", to_wallet: label("Lido") }, "Stake with Lido"],
  [{ kind: "receive", from_wallet: address("0x7e20000000000000000000000000000000c11f") }, "From 0x7e20…c11f"],
  [{ kind: "send", to_wallet: label("Binance") }, "To Binance"],
  [{ own_transfer: true, from_wallet: own("Kraken"), to_wallet: own("Cold storage") }, "Kraken to Cold storage"],
  [{ kind: "failed", kind_name: "Failed", failed: true, to_wallet: label("1inch") }, "Fee only on 1inch"],
  [{ kind: "call", kind_name: "Call", to_wallet: null, protocol: null }, "Call"],
] as [Partial<HistoryRow>, string][])("an act in words: %j", (over, words) => {
  const base = row("a", { from_wallet: own("lighthouse.eth"), ...over });
  expect(actWords(over.kind === "receive" ? { ...base, to_wallet: own("Savings") } : base)).toBe(words);
});

test("the counterparty is the side that is not the user's", () => {
  expect(counterpartyOf(row("a"))?.name).toBe("Uniswap v3");
  expect(counterpartyOf(row("a", { to_wallet: own("Savings", "0x2") }))).toBeNull();
});

test("an explorer is named by its host, and only a web address is a link", () => {
  expect(explorerName("https://optimistic.etherscan.io/tx/0x1")).toBe("Etherscan");
  expect(explorerName("javascript:alert(1)")).toBeNull();
  expect(explorerName("nonsense")).toBeNull();
});

test("candidates are counted in words", () => {
  expect(candidatesWords(2)).toBe("Two transfers fit. Choose one.");
  expect(candidatesWords(12)).toBe("12 transfers fit. Choose one.");
});
