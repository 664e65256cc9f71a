import type { AmountText } from "../../format/amounts";
import { partWords } from "../../format/coverage";
import { exactFigure } from "../../format/money";
import { plural } from "../../format/text";
import { counts, isChange, isRateOne, sharedFactors, valueText } from "./nodes";
import type { ExplainNode, Explanation } from "./types";

/** A term of the one-line formula, with the operator before it. */
export interface StripTerm {
  label: string;
  text: string;
  sign: "" | "×" | "−";
}

const isOne = (value: string | null): boolean => value !== null && /^1(\.0+)?$/.test(value);

/** The term of a rate; a rate of one is omitted. */
const rateOf = (node: ExplainNode | undefined, digits: number): StripTerm[] =>
  node && node.value !== null && !isOne(node.value)
    ? [{ label: "Rate", text: exactFigure(node.value, "", digits), sign: "×" }]
    : [];

/** The noun for the parts of a sum. */
function partsWord({ tree }: Explanation): string {
  const parts = tree.children.filter(counts).length;
  const units = new Set(tree.children.filter(counts).map(({ children }) => children[0]?.unit));
  const isOfOneAsset = units.size === 1 && sharedFactors(tree).length > 0;
  const isMissing = tree.children.some(({ operation }) => operation === "gap");
  return partWords(parts, isMissing, isOfOneAsset ? "holding" : "asset");
}

/** The rate by which every part is converted, wherever it is in the tree. */
function commonRate(node: ExplainNode): ExplainNode | undefined {
  if (node.measure === "rate") return node;
  for (const child of node.children.filter(counts)) {
    const found = commonRate(child);
    if (found) return found;
  }
  return undefined;
}

/** The one-line formula of a figure: quantity × price × rate for one asset, else what is added, averaged or compared. */
export function stripOf(explanation: Explanation, text: AmountText, digits: number): StripTerm[] {
  const { formula, tree } = explanation;
  if (formula.length > 0)
    return formula
      .filter(({ label, value }) => !(label === "Rate" && isOne(value)))
      .map(({ label, value, unit }, i) => {
        const measure = label === "Quantity" ? "quantity" : label === "Price" ? "price" : "number";
        return { label, text: valueText({ value, unit, measure }, text, digits), sign: i === 0 ? "" : "×" };
      });
  switch (tree.operation) {
    case "sum": {
      const label = isChange(tree) ? "Sum of the changes of" : "Sum of";
      const sum: StripTerm = { label, text: partsWord(explanation), sign: "" };
      return isChange(tree) ? [sum] : [sum, ...rateOf(commonRate(tree), digits)];
    }
    case "difference": {
      const [now, then] = tree.children;
      if (!now || !then) return [];
      return [
        { label: now.label, text: valueText(now, text), sign: "" },
        { label: then.label, text: valueText(then, text), sign: "−" },
      ];
    }
    case "product":
      return tree.children
        .filter((node) => !isRateOne(node))
        .map((node, i) => ({
          label: node.measure === "rate" ? "Rate" : "Price",
          text: node.measure === "rate" ? exactFigure(node.value ?? "", "", digits) : valueText(node, text, digits),
          sign: i === 0 ? "" : "×",
        }));
    case "median":
    case "average": {
      const counted = tree.children.filter((child) => counts(child) && child.reason === null);
      const label = counted.length < 2 ? "Price from" : tree.operation === "median" ? "Median of" : "Average of";
      return [{ label, text: plural(counted.length, "source"), sign: "" }];
    }
    default:
      return [];
  }
}
