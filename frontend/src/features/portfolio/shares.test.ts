import { expect, test } from "vitest";
import { viewRows } from "./assetView";
import { part, portfolio, row } from "./portfolio.test-data";
import { assignColours, chosenSegment, holders, namedGroups, segments } from "./shares";

const many = Array.from({ length: 10 }, (_, i) => row(`t${i}`, String(100 - i * 10), { share: String(10 - i) }));

test("seven named segments by value, the rest as one", () => {
  const rows = viewRows(portfolio([...many, row("none", null)]));
  const parts = segments(rows, assignColours(new Map(), namedGroups(rows)));
  expect(parts.map((segment) => segment.code)).toEqual(["T0", "T1", "T2", "T3", "T4", "T5", "T6", "3 others"]);
  expect(parts.at(-1)).toMatchObject({ value: "60", share: "6", count: 3 });
});

test("a chosen asset stays shown when it falls among the others", () => {
  const rows = viewRows(portfolio([...many, row("none", null)]));
  const parts = segments(rows, new Map());
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

test("the two largest places and the others together", () => {
  const places = ["5", "50", "20", "25"].map((value, i) => part({ value, wallet_label: `w${i}` }));
  const [whole] = viewRows(portfolio([row("a", "100", { parts: places })]));
  if (!whole) throw new Error("no row");
  expect(holders(whole).map(({ name, note, value }) => [name, note, value])).toEqual([
    ["w1", "Ethereum", "50"],
    ["w3", "Ethereum", "25"],
    ["Other", "2 places", "25"],
  ]);
});
