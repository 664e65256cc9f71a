import { currencyPlaces } from "../../format/currency";
import {
  addDecimals,
  compareDecimals,
  type Decimal,
  decimalText,
  parseDecimal,
  roundDecimal,
} from "../../format/decimal";
import { change, exactly, money } from "../../format/money";
import { quantity } from "../../format/quantity";
import { withDates } from "../../format/time";
import type { ExplainNode, Explanation } from "./types";

/** A node with the path that names it among its siblings. */
export interface Section {
  id: string;
  node: ExplainNode;
  /** A factor after the first: its value is multiplied. */
  isFactor: boolean;
  /** Factors with a section of their own: the parts need not repeat them. */
  shared: readonly ExplainNode[];
}

/** What a value is: `measure` and `unit` of a node. */
type Measured = Pick<ExplainNode, "value" | "measure" | "unit">;

/** Codes of coins that amounts can be shown in, beside those of the standard. */
const COINS = ["BTC", "ETH"];
const CURRENCIES = new Set([...Intl.supportedValuesOf("currency"), ...COINS]);

/**
 * A node's value as it is read: money in its currency, a quantity with its symbol, a price per unit, a rate. Factors have
 * `digits` significant digits, or all of them without a number.
 */
export function valueText({ value, measure, unit }: Measured, digits?: number): string {
  if (value === null) return "–";
  switch (measure) {
    case "money":
      return money(value, unit);
    case "price":
      return CURRENCIES.has(unit) ? exactly(value, unit, digits) : `${exactly(value, "", digits)} ${unit}`;
    case "quantity":
    case "rate":
      return `${exactly(value, "", digits)} ${unit}`.trim();
    default:
      return exactly(value, "", digits);
  }
}

/** Whether a node is a change, or a sum of changes: its value is signed. */
export const isChange = ({ operation, children }: ExplainNode): boolean =>
  operation === "difference" || (operation === "sum" && children.some((child) => child.operation === "difference"));

/** The value of a node as its row shows it. */
export const nodeText = (node: ExplainNode, digits?: number): string =>
  isChange(node) && node.value !== null ? change(node.value, node.unit) : valueText(node, digits);

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
    return tree.children
      .filter((node) => !isRateOne(node))
      .map((node, i) => ({ id: String(i), node, isFactor: i > 0, shared: [] }));
  const shared = sharedFactors(tree);
  const factors = shared
    .filter((node) => !isRateOne(node))
    .map((node, i) => ({ id: `factor ${i}`, node, isFactor: true, shared: [] }));
  return [{ id: "0", node: tree, isFactor: false, shared }, ...factors];
}

/** What a node itself says beyond its value. */
export const hasFacts = ({ source, block, observed_at, reason }: ExplainNode): boolean =>
  source !== null || block !== null || observed_at !== null || reason !== null;

/** Whether there is anything to open; why it does not count is said in its row. */
export const opens = (node: ExplainNode): boolean =>
  rowsOf(node.children).length > 0 || hasFacts({ ...node, reason: null });

/** What is said beside a node's name; the day of a rate is shown as other dates are. */
export const detailOf = ({ detail, measure }: ExplainNode): string | null =>
  detail && measure === "rate" ? withDates(detail) : detail;

/** Name and place of a node in one line, for where there is no room for both. */
export function titleOf(node: ExplainNode): string {
  const detail = detailOf(node);
  return detail ? `${node.label}, ${detail}` : node.label;
}

/** Whether what stands below a node was said by sources: that keeps all its digits. */
export const isSaid = ({ operation }: ExplainNode): boolean =>
  operation === "median" || operation === "average" || operation === "quotient";

/** A rate of one, such as dollars for dollars: it changes no figure. */
export const isRateOne = ({ operation, measure, value }: ExplainNode): boolean =>
  operation === "constant" && measure === "rate" && value === "1";

/** The rows below a node: what counts, without rates of one. */
export const rowsOf = (nodes: readonly ExplainNode[]): readonly ExplainNode[] =>
  nodes.filter((node) => counts(node) && !isRateOne(node));

/** The parts of a node, without the factors that are shown elsewhere. */
export const partsOf = (node: ExplainNode, shared: readonly ExplainNode[]): ExplainNode[] =>
  node.children.filter((child) => counts(child) && !shared.some((factor) => sameFactor(factor, child)));

/** The observation a node rests on, to be shown by its facts at once: the quantity of a holding. */
export function leadOf(node: ExplainNode): ExplainNode | null {
  if (hasFacts(node)) return null;
  const [first] = node.children;
  return first && first.children.length === 0 && hasFacts(first) ? first : null;
}

/** The quantity that a holding is a product of. */
const quantityNode = (node: ExplainNode): ExplainNode | undefined =>
  node.operation === "product" ? node.children.find(({ measure }) => measure === "quantity") : undefined;

/** The quantity column of a row, without its symbol: the name has it already. */
export function quantityIn(node: ExplainNode, digits?: number): string | null {
  const held = quantityNode(node);
  return held?.value ? exactly(held.value, "", digits) : null;
}

/** The sum of the quantities of a sum's parts, where all of them are of one asset. */
export function totalQuantity(node: ExplainNode, digits?: number): string | null {
  const held = node.operation === "sum" ? node.children.filter(counts).map(quantityNode) : [];
  const [first] = held;
  if (!first || held.some((one) => one?.unit !== first.unit || one.value === null)) return null;
  const values = held.map((one) => parseDecimal(one?.value ?? ""));
  const sum = values.reduce<Decimal>((total, value) => (value ? addDecimals(total, value) : total), NOTHING);
  return exactly(decimalText(sum), "", digits);
}

const NOTHING: Decimal = { units: 0n, scale: 0 };

/** By how much the rows of a sum, as shown, differ from the sum as shown; null where they add up. */
export function roundingGap({ operation, value, unit, children }: ExplainNode): string | null {
  const total = value === null ? null : parseDecimal(value);
  if (operation !== "sum" || !total) return null;
  const places = currencyPlaces(unit);
  const rows = children.filter((child) => counts(child) && child.reason === null);
  const shown = rows.map(({ value: own }) => parseDecimal(own ?? ""));
  if (shown.length < 2 || shown.some((one) => one === null)) return null;
  const sum = shown.reduce<Decimal>((all, one) => (one ? addDecimals(all, roundDecimal(one, places)) : all), NOTHING);
  const rounded = roundDecimal(total, places);
  if (compareDecimals(sum, rounded) === 0) return null;
  return change(decimalText(addDecimals(sum, { ...rounded, units: -rounded.units })), unit);
}

/** One raw answer of a source. */
export interface RawAnswer {
  id: string;
  title: string;
  text: string;
}

/** JSON with a line for each member; what is no JSON, or would not come out the same, stays as it is. */
export function indented(text: string): string {
  try {
    const answer: unknown = JSON.parse(text);
    return JSON.stringify(answer) === text ? JSON.stringify(answer, null, 2) : text;
  } catch {
    return text;
  }
}

/** All raw answers under a node, in the order of the tree, each with what it is about. */
export function rawAnswers(node: ExplainNode, place = "", path = "0"): RawAnswer[] {
  const name = node.source && node.source.name !== node.label ? `${node.source.name}, ${node.label}` : node.label;
  const title = [name, place].filter(Boolean).join(" · ");
  const own = node.raw ? [{ id: path, title, text: indented(node.raw) }] : [];
  // A holding says what the quantities and quotes below it are about.
  const about = node.operation === "product" && node.measure === "money" ? titleOf(node) : place;
  return [...own, ...node.children.flatMap((child, i) => rawAnswers(child, about, `${path}.${i}`))];
}

/** How much of something is left out: a quantity as it reads best. */
export const leftOutAmount = (amount: string | null, unit: string): string =>
  amount === null ? "Amount unknown" : `${quantity(amount)} ${unit}`.trim();
