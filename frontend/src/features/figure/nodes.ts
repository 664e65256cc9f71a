import { parseDecimal } from "../../format/decimal";
import { exactly, money } from "../../format/money";
import { quantity } from "../../format/quantity";
import type { ExplainNode, Explanation } from "./queries";

/** A node with the path that names it among its siblings. */
export interface Section {
  id: string;
  node: ExplainNode;
  /** A factor after the first: its value is multiplied. */
  isFactor: boolean;
  /** Told with every digit, so that the product can be computed by hand. */
  isExact?: boolean;
  /** Factors with a section of their own: the parts need not repeat them. */
  shared: readonly ExplainNode[];
}

/** A node's value in its own unit: money, a quantity with its symbol, or a bare number. `exact` keeps all of it. */
export function valueText(value: string | null, unit: string, exact = false): string {
  if (value === null) return "–";
  if (CURRENCIES.has(unit)) return exact ? exactly(value, unit) : money(value, unit);
  const number = exact ? exactly(value) : quantity(value);
  return unit === "" ? exactly(value) : `${number} ${unit}`;
}

const CURRENCIES = new Set(Intl.supportedValuesOf("currency"));

/** Whether a node counts in what stands above it; what does not is listed as left out. */
export const counts = ({ operation }: ExplainNode): boolean => operation !== "gap" && operation !== "hidden";

const factorsOf = (node: ExplainNode): ExplainNode[] => (node.operation === "product" ? node.children : []);
const sameFactor = (a: ExplainNode, b: ExplainNode | undefined): boolean =>
  b !== undefined && a.operation === b.operation && a.label === b.label && a.value === b.value && a.unit === b.unit;

/** The factors, such as the price, that all parts of a sum are multiplied by: shown once below it. */
export function sharedFactors(tree: ExplainNode): ExplainNode[] {
  const [first, ...others] = tree.children.filter(counts).map(factorsOf);
  if (tree.operation !== "sum" || !first) return [];
  return first.slice(1).filter((factor, i) => others.every((factors) => sameFactor(factor, factors[i + 1])));
}

/** The parts that the drawer shows one under the other: the factors of a product, or a sum and what it is made with. */
export function sectionsOf({ tree }: Explanation): Section[] {
  if (tree.operation === "product" && tree.children.length > 0)
    return tree.children.map((node, i) => ({
      id: String(i),
      node,
      isFactor: i > 0,
      isExact: i > 0 || node.operation === "median",
      shared: [],
    }));
  const shared = sharedFactors(tree);
  const factors = shared.map((node, i) => ({ id: `factor ${i}`, node, isFactor: true, shared: [] }));
  return [{ id: "0", node: tree, isFactor: false, shared }, ...factors];
}

/** What a node itself says beyond its value. */
export const hasFacts = ({ source, block, observed_at, reason }: ExplainNode): boolean =>
  source !== null || block !== null || observed_at !== null || reason !== null;

/** Whether there is anything to open; why it does not count is said in its row. */
export const opens = (node: ExplainNode): boolean => node.children.some(counts) || hasFacts({ ...node, reason: null });

/** Name and place of a node in one line, for where there is no room for both. */
export const titleOf = ({ label, detail }: ExplainNode): string => (detail ? `${label}, ${detail}` : label);

/** The parts of a node, without the factors that are shown elsewhere. */
export const partsOf = (node: ExplainNode, shared: readonly ExplainNode[]): ExplainNode[] =>
  node.children.filter((child) => counts(child) && !shared.some((factor) => sameFactor(factor, child)));

/** The observation a node rests on, to be shown by its facts at once: the quantity of a holding. */
export function leadOf(node: ExplainNode): ExplainNode | null {
  if (hasFacts(node)) return null;
  const [first] = node.children;
  return first && first.children.length === 0 && hasFacts(first) ? first : null;
}

/** The quantity a row is made of, when it is a product of one. */
export function quantityIn(node: ExplainNode, currency: string): string | null {
  if (node.operation !== "product" || node.source !== null) return null;
  const part = node.children.find((child) => child.unit !== currency && child.unit !== "" && child.value !== null);
  return part?.value && parseDecimal(part.value) ? quantity(part.value) : null;
}

/** One raw answer of a source. */
export interface RawAnswer {
  id: string;
  title: string;
  text: string;
}

/** All raw answers under a node, in the order of the tree. */
export function rawAnswers(node: ExplainNode, path = "0"): RawAnswer[] {
  const title = [node.source?.name, node.label].filter(Boolean).join(", ");
  const own = node.raw ? [{ id: path, title, text: node.raw }] : [];
  return [...own, ...node.children.flatMap((child, i) => rawAnswers(child, `${path}.${i}`))];
}

/** What rounding did to the figure, in a sentence; null where there is no figure. */
export function roundingWords({ rounding: { rule, places, difference } }: Explanation): string | null {
  if (difference === null) return null;
  const changed = parseDecimal(difference)?.units !== 0n;
  const words = changed
    ? `Rounded ${rule} to ${places} places; the difference is ${difference}.`
    : "Exact: nothing was rounded away.";
  return `${words} On the screen money has the decimals of its currency.`;
}
