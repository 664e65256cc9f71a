import { currencyPlaces } from "../../format/currency";
import {
  compareDecimals,
  type Decimal,
  leadingPlace,
  multiplyDecimals,
  parseDecimal,
  roundDecimal,
  roundSignificant,
} from "../../format/decimal";
import type { ExplainNode, Explanation } from "./types";

/** The fewest significant digits to show. */
const FEWEST = 6;
/** More digits than any number has. */
const MOST = 80;

const ONE: Decimal = { units: 1n, scale: 0 };

/** A product of the explanation: its factors, and its result with the decimal places shown. */
interface Product {
  factors: Decimal[];
  result: Decimal;
  places: number;
}

const counts = ({ operation, reason }: ExplainNode): boolean =>
  operation !== "gap" && operation !== "hidden" && reason === null;

/** The decimal places of an amount or a price; small prices have four significant digits. */
function placesOf(result: Decimal, unit: string, isPrice: boolean): number {
  const places = currencyPlaces(unit);
  return isPrice && leadingPlace(result) > 1 ? Math.max(places, leadingPlace(result) + 3) : places;
}

function productOf(value: string | null, factors: readonly (string | null)[], places: (of: Decimal) => number) {
  const result = value === null ? null : parseDecimal(value);
  const parsed = factors.map((factor) => (factor === null ? null : parseDecimal(factor)));
  const known = parsed.filter((factor) => factor !== null);
  if (!result || known.length === 0 || known.length < parsed.length) return [];
  return [{ factors: known, result, places: places(result) }];
}

/** Every product of the tree. Conversion rates of quotes are shown with all digits and are not included. */
function productsOf(node: ExplainNode): Product[] {
  if (!counts(node) || node.operation === "median" || node.operation === "average") return [];
  const below = node.children.flatMap(productsOf);
  if (node.operation !== "product") return below;
  const factors = node.children.filter(counts).map(({ value }) => value);
  const places = (result: Decimal) => placesOf(result, node.unit, node.measure === "price");
  return [...productOf(node.value, factors, places), ...below];
}

function holds({ factors, result, places }: Product, digits: number): boolean {
  const computed = factors.map((factor) => roundSignificant(factor, digits)).reduce(multiplyDecimals, ONE);
  return compareDecimals(roundDecimal(computed, places), roundDecimal(result, places)) === 0;
}

/**
 * The number of significant digits of factors: the fewest with which every product of an explanation yields its
 * shown result if it is computed from the shown factors.
 */
export function digitsFor({ tree, formula, value, currency_code }: Explanation): number {
  const terms = formula.map((term) => term.value);
  const whole = productOf(value, terms, (result) => placesOf(result, currency_code, false));
  const products = [...whole, ...productsOf(tree)];
  let digits = FEWEST;
  while (digits < MOST && !products.every((product) => holds(product, digits))) digits += 1;
  return digits;
}
