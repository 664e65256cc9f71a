import type { ExplainNode, Explanation } from "./types";

/** A node that a source answered, in dollars. */
export const node = (over: Partial<ExplainNode>): ExplainNode => ({
  operation: "observation",
  label: "",
  detail: null,
  value: "1",
  measure: "money",
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

/** The explanation of a tree. */
export const explained = (tree: ExplainNode, over: Partial<Explanation> = {}): Explanation => ({
  figure: "f",
  title: "",
  subtitle: "",
  value: tree.value,
  exact: tree.value,
  currency_code: "USD",
  formula: [],
  tree,
  left_out: [],
  as_of: null,
  recomputed: false,
  valuation_id: null,
  rounding: { rule: "half-even", places: 18, difference: "0" },
  text: "",
  ...over,
});
