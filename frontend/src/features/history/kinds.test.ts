import { expect, test } from "vitest";
import { address, own, row } from "./history.test-data";
import { failedWords, KINDS, kindDetail, kindName, kindNamed, occurringKinds } from "./kinds";
import type { HistoryRow } from "./types";

test("each finer kind belongs to one kind", () => {
  const codes = KINDS.flatMap((kind) => kind.codes);
  expect(new Set(codes).size).toBe(codes.length);
});

const pool = address("0x7e20000000000000000000000000000000c11f");
const transfer = { own_transfer: true, from_wallet: own("Kraken"), to_wallet: own("Cold storage") };

test.each([
  [{}, "Swap", "Ethereum"],
  [{ kind: "wrap", kind_name: "Wrap" }, "Swap", "Ethereum · Wrap"],
  [{ kind: "add-liquidity", kind_name: "Add liquidity" }, "Deposit", "Ethereum · Add liquidity"],
  [{ to_wallet: pool, protocol: "uniswap-v3" }, "Swap", "Ethereum · Uniswap v3"],
  [{ to_wallet: pool, protocol: null }, "Swap", "Ethereum"],
  [{ to_wallet: null, protocol: "uniswap-v3" }, "Swap", "Ethereum"],
  [{ ...transfer, kind: "send", kind_name: "Sent", to_chain_name: "Base" }, "Own transfer", "Ethereum to Base"],
  [{ ...transfer, kind: "bridge_out", kind_name: "Bridge", to_chain_name: "Base" }, "Bridge", "Ethereum to Base"],
  [{ kind: "failed", kind_name: "Failed", failed: true }, "Fee only", "Ethereum"],
  [{ kind: "novel", kind_name: "Novel act" }, "Novel act", "Ethereum"],
] as [Partial<HistoryRow>, string, string][])("a kind in words: %j", (over, name, detail) => {
  const of = row("a", { from_wallet: own("lighthouse.eth"), ...over });
  expect([kindName(of), kindDetail(of)]).toEqual([name, detail]);
});

test("what failed is said once, with what it tried where that is known", () => {
  expect(failedWords(row("a", { kind: "failed", kind_name: "Failed", failed: true }))).toBe("Failed");
  expect(failedWords(row("a", { failed: true }))).toBe("Swap failed");
});

test("a kind is named by its id or by the code of one of its finer kinds", () => {
  expect(["deposit", "stake", "add-liquidity", "nonsense"].map((value) => kindNamed(value)?.id)).toEqual([
    "deposit",
    "deposit",
    "deposit",
    undefined,
  ]);
});

test("the kinds that occur are counted with their finer kinds, in one order", () => {
  const option = (value: string, count: number) => ({ value, label: value, mark: null, count });
  const kind_filters = [option("receive", 9), option("wrap", 2), option("swap", 5), option("failed", 1)];
  expect(occurringKinds({ kind_filters }).map(({ value, count }) => `${value} ${count}`)).toEqual([
    "swap 7",
    "received 9",
    "fee_only 1",
  ]);
});
