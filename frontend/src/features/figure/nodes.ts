import type { AmountText } from "../../format/amounts";
import { currencyPlaces } from "../../format/currency";
import {
  addDecimals,
  compareDecimals,
  type Decimal,
  decimalText,
  parseDecimal,
  roundDecimal,
} from "../../format/decimal";
import { exactFigure } from "../../format/money";
import { withDates } from "../../format/time";
import type { ExplainNode, Explanation } from "./types";

/** A section of the drawer: a node with its path. */
export interface Section {
  id: string;
  node: ExplainNode;
  /** Whether it is a factor after the first. */
  isFactor: boolean;
  /** Factors that have their own section and are not repeated in the parts. */
  shared: readonly ExplainNode[];
}

/** The value of a node with its measure and unit. */
type Measured = Pick<ExplainNode, "value" | "measure" | "unit">;

/** Coins in which amounts can be shown, in addition to ISO 4217. */
const COINS = ["BTC", "ETH"];
const CURRENCIES = new Set([...Intl.supportedValuesOf("currency"), ...COINS]);

/**
 * Formats the value of a node: money in its currency, a quantity with its symbol, a price per unit, a rate. Factors have
 * `digits` significant digits, or all if undefined.
 */
export function valueText({ value, measure, unit }: Measured, text: AmountText, digits?: number): string {
  if (value === null) return "–";
  switch (measure) {
    case "money":
      return text.money(value, unit);
    case "price":
      return CURRENCIES.has(unit) ? exactFigure(value, unit, digits) : `${exactFigure(value, "", digits)} ${unit}`;
    case "quantity":
      return `${text.exactFigure(value, "", digits)} ${unit}`.trim();
    case "rate":
      return `${exactFigure(value, "", digits)} ${unit}`.trim();
    default:
      return exactFigure(value, "", digits);
  }
}

/** Whether a node is a change or a sum of changes, whose value is signed. */
export const isChange = ({ operation, children }: ExplainNode): boolean =>
  operation === "difference" || (operation === "sum" && children.some((child) => child.operation === "difference"));

/** The value of a node as shown in its row. */
export const nodeText = (node: ExplainNode, text: AmountText, digits?: number): string =>
  isChange(node) && node.value !== null ? text.change(node.value, node.unit) : valueText(node, text, digits);

/** Whether a node counts in its parent; others are listed as left out. */
export const counts = ({ operation }: ExplainNode): boolean => operation !== "gap" && operation !== "hidden";

const factorsOf = (node: ExplainNode): ExplainNode[] => (node.operation === "product" ? node.children : []);
const sameFactor = (a: ExplainNode, b: ExplainNode | undefined): boolean =>
  b !== undefined && a.operation === b.operation && a.label === b.label && a.value === b.value && a.unit === b.unit;

/** The factors, such as the price, that all parts of a sum share; they are shown once below it. */
export function sharedFactors(tree: ExplainNode): ExplainNode[] {
  const [first, ...others] = tree.children.filter(counts).map(factorsOf);
  if (tree.operation !== "sum" || !first) return [];
  return first.slice(1).filter((factor, i) => others.every((factors) => sameFactor(factor, factors[i + 1])));
}

/** The sections of the drawer: the factors of a product, or a sum and its shared factors. */
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

/** Whether a node has facts beyond its value. */
export const hasFacts = ({ source, block, observed_at, reason }: ExplainNode): boolean =>
  source !== null || block !== null || observed_at !== null || reason !== null;

/** Whether a node can be expanded. The reason why it does not count is shown in its row. */
export const canExpand = (node: ExplainNode): boolean =>
  rowsOf(node.children).length > 0 || hasFacts({ ...node, reason: null });

/** The detail beside the name of a node; the day of a rate, of a price or of an acquisition is formatted as a date. */
export function detailOf({ detail, measure }: ExplainNode): string | null {
  const isDay = measure === "rate" || measure === "price" || detail?.startsWith("acquired on ");
  return detail && isDay ? withDates(detail) : detail;
}

/** The name and the detail of a node in one line. */
export function titleOf(node: ExplainNode): string {
  const detail = detailOf(node);
  return detail ? `${node.label}, ${detail}` : node.label;
}

/** Whether the children of a node are answers of sources, which keep all their digits. */
export const hasSourceAnswers = ({ operation }: ExplainNode): boolean =>
  operation === "median" || operation === "average" || operation === "quotient";

/** Whether a node is a rate of one, such as dollars for dollars. */
export const isRateOne = ({ operation, measure, value }: ExplainNode): boolean =>
  operation === "constant" && measure === "rate" && value === "1";

/** The rows below a node: the children that count, without rates of one. */
export const rowsOf = (nodes: readonly ExplainNode[]): readonly ExplainNode[] =>
  nodes.filter((node) => counts(node) && !isRateOne(node));

/** The children of a node without the factors that are shown elsewhere. */
export const partsOf = (node: ExplainNode, shared: readonly ExplainNode[]): ExplainNode[] =>
  node.children.filter((child) => counts(child) && !shared.some((factor) => sameFactor(factor, child)));

/** The observation whose facts are shown directly in an expanded node: the quantity of a holding. */
export function leadOf(node: ExplainNode): ExplainNode | null {
  if (hasFacts(node)) return null;
  const [first] = node.children;
  return first && first.children.length === 0 && hasFacts(first) ? first : null;
}

/** The quantity factor of a holding. */
const quantityNode = (node: ExplainNode): ExplainNode | undefined =>
  node.operation === "product" ? node.children.find(({ measure }) => measure === "quantity") : undefined;

/** The quantity column of a row, without the symbol, which the name already contains. */
export function quantityIn(node: ExplainNode, text: AmountText, digits?: number): string | null {
  const held = quantityNode(node);
  return held?.value ? text.exactFigure(held.value, "", digits) : null;
}

/** The total quantity of a sum whose parts are all of one asset; null otherwise. */
export function totalQuantity(node: ExplainNode, text: AmountText, digits?: number): string | null {
  const held = node.operation === "sum" ? node.children.filter(counts).map(quantityNode) : [];
  const [first] = held;
  if (!first || held.some((one) => one?.unit !== first.unit || one.value === null)) return null;
  const values = held.map((one) => parseDecimal(one?.value ?? ""));
  const sum = values.reduce<Decimal>((total, value) => (value ? addDecimals(total, value) : total), NOTHING);
  return text.exactFigure(decimalText(sum), "", digits);
}

const NOTHING: Decimal = { units: 0n, scale: 0 };

/** The difference between the rounded rows of a sum and the rounded sum; null if there is none. */
export function roundingGap({ operation, value, unit, children }: ExplainNode, text: AmountText): string | null {
  const total = value === null ? null : parseDecimal(value);
  if (operation !== "sum" || !total) return null;
  const places = currencyPlaces(unit);
  const rows = children.filter((child) => counts(child) && child.reason === null);
  const shown = rows.map(({ value: own }) => parseDecimal(own ?? ""));
  if (shown.length < 2 || shown.some((one) => one === null)) return null;
  const sum = shown.reduce<Decimal>((all, one) => (one ? addDecimals(all, roundDecimal(one, places)) : all), NOTHING);
  const rounded = roundDecimal(total, places);
  if (compareDecimals(sum, rounded) === 0) return null;
  return text.change(decimalText(addDecimals(sum, { ...rounded, units: -rounded.units })), unit);
}

/** One raw answer of a source. */
export interface RawAnswer {
  id: string;
  title: string;
  text: string;
}

/** Indents JSON. A text that is not JSON, or that would change, is returned as it is. */
export function indented(text: string): string {
  try {
    const answer: unknown = JSON.parse(text);
    return JSON.stringify(answer) === text ? JSON.stringify(answer, null, 2) : text;
  } catch {
    return text;
  }
}

/** All raw answers below a node, in tree order, each with its subject. */
export function rawAnswers(node: ExplainNode, place = "", path = "0"): RawAnswer[] {
  const name = node.source && node.source.name !== node.label ? `${node.source.name}, ${node.label}` : node.label;
  const title = [name, place].filter(Boolean).join(" · ");
  const own = node.raw ? [{ id: path, title, text: indented(node.raw) }] : [];
  // A holding is the subject of the quantities and quotes below it.
  const about = node.operation === "product" && node.measure === "money" ? titleOf(node) : place;
  return [...own, ...node.children.flatMap((child, i) => rawAnswers(child, about, `${path}.${i}`))];
}

/** Formats a left-out amount as a quantity. */
export const leftOutAmount = (amount: string | null, unit: string, text: AmountText): string =>
  amount === null ? "Amount unknown" : `${text.quantity(amount)} ${unit}`.trim();

/** With what a node was read besides its block: a call of a contract, or decimals that were accepted. Empty if there is nothing. */
export const readWith = ({ block, detail }: ExplainNode): string =>
  block ? (detail ?? "").replace(/^block \d+(?:, )?/, "") : "";
