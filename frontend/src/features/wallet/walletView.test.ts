import { expect, test } from "vitest";
import { readView, sortedBy, toggled, writeView } from "./walletView";
import { titleCase } from "./words";

const plain = readView(new URLSearchParams());

test("by default the largest come first, on all networks", () => {
  expect(plain).toEqual({ key: "amount", ascending: false, chains: [], group: null, app: null, page: 0 });
  expect(writeView(new URLSearchParams("explain=f1"), plain).toString()).toBe("explain=f1");
});

test("a view survives being written into the address", () => {
  const view = {
    key: "name",
    ascending: false,
    chains: ["eip155:1", "eip155:10"],
    group: "none",
    app: "ledger",
    page: 2,
  } as const;
  expect(readView(writeView(new URLSearchParams(), view))).toEqual(view);
});

test("pages that are none are the first", () => {
  for (const p of ["-3", "x", "0.4", ""]) expect(readView(new URLSearchParams({ p })).page).toBe(0);
});

test("the same sort turns, another begins in its usual order", () => {
  expect(sortedBy(plain, "amount")).toEqual({ key: "amount", ascending: true });
  expect(sortedBy(plain, "created_on")).toEqual({ key: "created_on", ascending: false });
  expect(sortedBy(plain, "name")).toEqual({ key: "name", ascending: true });
});

test("a badge is toggled", () => {
  expect(toggled([], "eip155:1")).toEqual(["eip155:1"]);
  expect(toggled(["eip155:1", "eip155:10"], "eip155:1")).toEqual(["eip155:10"]);
  expect(toggled(["eip155:10"], "eip155:10")).toEqual([]);
});

test("kinds are in title case, and names with capitals of their own stay", () => {
  expect(["Paper wallet", "imToken", "MetaMask", "other"].map(titleCase)).toEqual([
    "Paper Wallet",
    "imToken",
    "MetaMask",
    "Other",
  ]);
});
