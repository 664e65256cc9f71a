import { expect, test } from "vitest";
import { viewRows } from "./assetView";
import { part, portfolio, row } from "./portfolio.test-data";
import { assignColours, chosenSegment, holders, named, segments } from "./shares";

const many = Array.from({ length: 10 }, (_, i) => row(`t${i}`, String(100 - i * 10), { share: String(10 - i) }));

const rest = { after: 7, count: 3, value: "60", share: "6", valueFigure: "others" };

test("what the server leaves over is one segment with its own figure", () => {
  const rows = viewRows(portfolio([...many, row("none", null)]));
  const groups = named(rows, rest).map(({ group }) => group);
  const parts = segments(rows, rest, assignColours(new Map(), groups));
  expect(parts.map((segment) => segment.code)).toEqual(["T0", "T1", "T2", "T3", "T4", "T5", "T6", "3 others"]);
  expect(parts.at(-1)).toMatchObject({ value: "60", share: "6", figure: "others" });
  expect(segments(rows.slice(0, 3), null, new Map())).toHaveLength(3);
});

test("a chosen asset stays shown when it falls among the others", () => {
  const rows = viewRows(portfolio([...many, row("none", null)]));
  const parts = segments(rows, rest, new Map());
  expect(chosenSegment(parts, rows, "t1")).toMatchObject({ name: "t1", value: "90" });
  expect(chosenSegment(parts, rows, "t9")).toMatchObject({ name: "t9", value: "10" });
  expect(chosenSegment(parts, rows, "none")).toBeNull();
  expect(chosenSegment(parts, rows, null)).toBeNull();
});

test("a colour stays with its asset while others come and go", () => {
  const first = assignColours(new Map(), ["a", "b", "c"]);
  const second = assignColours(first, ["c", "d", "a"]);
  expect(second.get("a")).toBe(first.get("a"));
  expect(second.get("c")).toBe(first.get("c"));
  expect(second.get("d")).toBe(first.get("b"));
  expect(new Set(second.values()).size).toBe(3);
});

test("the largest places and what the server leaves over", () => {
  const parts = ["50", "25", "20", "5"].map((value, i) => part({ value, wallet_label: `w${i}` }));
  const others = { after: 2, count: 2, value: "25", share: "25" };
  const figures = { "/user_wallet/assets/0/rest/value": "others" };
  const [whole] = viewRows(portfolio([row("a", "100", { parts, rest: others })], { figures }));
  if (!whole) throw new Error("no row");
  expect(holders(whole).map(({ name, note, value, figure }) => [name, note, value, figure])).toEqual([
    ["w0", "Ethereum", "50", undefined],
    ["w1", "Ethereum", "25", undefined],
    ["Other", "2 places", "25", "others"],
  ]);
});

test("the addresses of one extended public key are told apart, other wallets need no address", () => {
  const derived = ["bc1qone00000000000000000000000000aaaa", "bc1qtwo00000000000000000000000000bbbb"];
  const parts = [
    ...derived.map((wallet_address) => part({ value: "40", wallet_address, wallet_label: "Cold" })),
    part({ value: "20", wallet_label: "Hot" }),
  ];
  const [whole] = viewRows(portfolio([row("a", "100", { parts })]));
  if (!whole) throw new Error("no row");
  expect(holders(whole).map(({ name, note }) => [name, note])).toEqual([
    ["Cold", "bc1qon…aaaa"],
    ["Cold", "bc1qtw…bbbb"],
    ["Hot", "Ethereum"],
  ]);
});
