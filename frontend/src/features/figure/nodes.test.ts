import { expect, test } from "vitest";
import { opens, partsOf, rawAnswers, roundingWords, sectionsOf, sharedFactors, titleOf, valueText } from "./nodes";
import type { ExplainNode, Explanation } from "./queries";

const node = (over: Partial<ExplainNode>): ExplainNode => ({
  operation: "observation",
  label: "",
  detail: null,
  value: "1",
  unit: "USD",
  source: null,
  observed_at: null,
  block: null,
  chosen: false,
  reason: null,
  raw: null,
  children: [],
  ...over,
});
const explained = (tree: ExplainNode): Explanation => ({
  figure: "f",
  title: "",
  subtitle: "",
  value: "1",
  exact: "1",
  currency_code: "USD",
  formula: [],
  tree,
  left_out: [],
  as_of: null,
  recomputed: false,
  rounding: { rule: "half-even", places: 18, difference: "0" },
  text: "",
});

test("values read in their own unit", () => {
  expect(valueText("96.40310001", "ETH")).toBe("96.4031 ETH");
  expect(valueText("96.40310001", "ETH", true)).toBe("96.40310001 ETH");
  expect(valueText("1.16774", "USD", true)).toBe("$1.16774");
  expect(valueText("1", "")).toBe("1");
  expect(valueText("2.50", "EUR")).toBe("€2.50");
  expect(valueText(null, "ETH")).toBe("–");
});

test("a product is shown factor by factor, a sum as one", () => {
  const factors = node({ operation: "product", children: [node({ label: "Quantity" }), node({ label: "Price" })] });
  expect(sectionsOf(explained(factors)).map((section) => section.isFactor)).toEqual([false, true]);
  expect(sectionsOf(explained(node({ operation: "sum", children: [node({}), node({})] })))).toHaveLength(1);
});

test("a price that all parts share is shown once below their sum", () => {
  const price = node({ operation: "median", label: "Price", value: "100" });
  const part = (value: string, with_: ExplainNode) =>
    node({ operation: "product", value, children: [node({ label: "Quantity", unit: "ETH" }), with_] });
  const shared = node({ operation: "sum", children: [part("1", price), part("2", price), node({ operation: "gap" })] });
  expect(sectionsOf(explained(shared)).map((section) => section.node.label)).toEqual(["", "Price"]);
  const [sum] = sectionsOf(explained(shared));
  const [first] = shared.children;
  expect(first && sum ? partsOf(first, sum.shared).map(({ label }) => label) : null).toEqual(["Quantity"]);
  const mixed = node({ operation: "sum", children: [part("1", price), part("2", { ...price, value: "7" })] });
  expect(sectionsOf(explained(mixed))).toHaveLength(1);
});

test("raw answers are gathered in the order of the tree", () => {
  const tree = node({
    children: [node({ raw: "a", label: "x" }), node({ children: [node({ raw: "b", label: "y" })] })],
  });
  expect(rawAnswers(tree).map(({ text, title }) => `${title} ${text}`)).toEqual(["x a", "y b"]);
});

test("a sum inside a sum shows the price its parts share once", () => {
  const price = node({ operation: "median", label: "Price", value: "100" });
  const part = node({ operation: "product", children: [node({ label: "Quantity", unit: "ETH" }), price] });
  const ether = node({ operation: "sum", label: "Ether", children: [part, part] });
  expect(sharedFactors(ether)).toEqual([price]);
  expect(partsOf(part, sharedFactors(ether)).map(({ label }) => label)).toEqual(["Quantity"]);
});

test("a reason stands in the row, so it alone opens nothing", () => {
  const reason = { code: "only_stale_quotes", text: "Older than 24 hours, so it does not count." } as const;
  expect(opens(node({ reason }))).toBe(false);
  expect(opens(node({ reason, observed_at: "2026-11-19T08:00:00Z" }))).toBe(true);
  expect(titleOf(node({ label: "Ether", detail: "vitalik.eth on Base" }))).toBe("Ether, vitalik.eth on Base");
});

test("rounding is told where there is a figure", () => {
  const rounded = (difference: string | null) =>
    roundingWords({ ...explained(node({})), rounding: { rule: "half-even", places: 18, difference } });
  expect(rounded(null)).toBeNull();
  expect(rounded("0")).toMatch(/^Exact: nothing was rounded away/);
  expect(rounded("0.0000000000000000005")).toMatch(/the difference is 0\.0000000000000000005\./);
});
