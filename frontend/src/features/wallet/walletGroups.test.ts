import { expect, test } from "vitest";
import type { WalletCard, WalletDayChange } from "./types";
import { searchAnswer, walletCard } from "./wallet.test-data";
import { changeOf, changeOfWallet } from "./walletChange";
import { firstRows, groupsOf } from "./walletGroups";
import { linesOf } from "./walletRows";

const ledger = { id: "ledger", name: "Ledger", mark: null };
const network = (id: string, name: string) => ({ id, name, symbol: name, color: "#000000", mark: null });
const day = (over: Partial<WalletDayChange>): WalletDayChange => ({
  at: "2026-11-28T12:00:00Z",
  balance: null,
  basis: null,
  change: null,
  change_percent: null,
  compared: null,
  not_compared: 0,
  pending: false,
  reason: null,
  ...over,
});
const wallet = (id: string, over: Partial<WalletCard>): WalletCard => walletCard({ id, address: `0x${id}`, ...over });
const optimism = network("eip155:10", "Optimism");
const ethereum = network("eip155:1", "Ethereum");
const wallets = [
  wallet("a", { group: "none", wallet: ledger, total_value: "1.5", wallet_metadata: ethereum }),
  wallet("b", { total_value: "100", wallet_metadata: optimism }),
  wallet("c", { group: "Reserve", wallet: ledger, total_value: "0.25", wallet_metadata: optimism }),
  wallet("d", { group: "Reserve", total_value: null }),
  wallet("e", { group: "Empty", total_value: null }),
];
const groups = (by: "own" | "app" | "network") =>
  groupsOf(linesOf(searchAnswer(wallets)), by).map(({ name, isOwn, sum, lines }) => [
    name,
    isOwn,
    sum,
    lines.map(({ wallet: { id } }) => id).join(""),
  ]);

test("groups have exact sums, the largest first; one without a sum and the wallets without a group come last", () => {
  expect(groups("own")).toEqual([
    ["none", true, "1.5", "a"],
    ["Reserve", true, "0.25", "cd"],
    ["Empty", true, null, "e"],
    ["No group", false, "100", "b"],
  ]);
  expect(groups("app")).toEqual([
    ["Ledger", false, "1.75", "ac"],
    ["No wallet app", false, "100", "bde"],
  ]);
  expect(groups("network")).toEqual([
    ["Optimism", false, "100.25", "bc"],
    ["Ethereum", false, "1.5", "a"],
    ["No network", false, null, "de"],
  ]);
});

test.each([
  [5, 9, 5],
  [6, 4, 5],
  [6, 5, 3],
])("of %d rows in one of %d groups the first %d are shown", (rows, all, first) => {
  expect(Math.min(rows, firstRows(rows, all))).toBe(first);
});

test("the change of a group is that of the wallets whose change is known, never zero for an unknown one", () => {
  const known = wallet("a", { total_value: "110", day_change: day({ change: "10", compared: "110" }) });
  const other = wallet("b", { total_value: "90", day_change: day({ change: "-20", compared: "80" }) });
  const unknown = wallet("c", { total_value: "1", day_change: day({}) });
  expect(changeOf([known, other])).toEqual({ percent: "-5.00000", note: "" });
  expect(changeOf([known, unknown, wallet("d", {})])).toEqual({ percent: "10.00000", note: "Of 1 of 2 wallets" });
  expect(changeOf([unknown]).percent).toBeNull();
  expect(changeOf([]).percent).toBeNull();
});

test("the change of a wallet says why it is not known, and what it does not cover", () => {
  const noteOf = (over: Partial<WalletDayChange> | null) =>
    changeOfWallet(wallet("a", { day_change: over && day(over) })).note;
  expect(noteOf(null)).toBe("24h change not known");
  expect(noteOf({ pending: true })).toBe("Getting yesterday's prices…");
  expect(noteOf({ reason: { code: "not_listed", text: "No source lists it." } })).toBe("No source lists it.");
  expect(noteOf({ change: "1", compared: "2", not_compared: 2 })).toBe("Without 2 holdings that cannot be compared");
});
