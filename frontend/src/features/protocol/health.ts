import {
  compareDecimals,
  type Decimal,
  fractionOf,
  grouped,
  parseDecimal,
  roundDecimal,
  subtractDecimals,
} from "../../format/decimal";

const hundredths = (units: bigint): Decimal => ({ units, scale: 2 });

/** The ends of the scale, and where its parts end. */
const LIQUIDATION = hundredths(100n);
export const RISKY = hundredths(125n);
export const CAREFUL = hundredths(150n);
export const DOUBLE = hundredths(200n);
const HIGHEST = hundredths(300n);

export type HealthWord = "Can be liquidated" | "At risk" | "Careful" | "Safe";

/** What a health factor means, in a word; null if it is no number. */
export function healthWord(factor: string): HealthWord | null {
  const value = parseDecimal(factor);
  if (!value) return null;
  if (compareDecimals(value, LIQUIDATION) < 0) return "Can be liquidated";
  if (compareDecimals(value, RISKY) < 0) return "At risk";
  return compareDecimals(value, CAREFUL) < 0 ? "Careful" : "Safe";
}

/** The place on the scale, from 0 to 1. */
export function placeOn(factor: Decimal): number {
  if (compareDecimals(factor, LIQUIDATION) <= 0) return 0;
  if (compareDecimals(factor, HIGHEST) >= 0) return 1;
  return fractionOf(subtractDecimals(factor, LIQUIDATION), subtractDecimals(HIGHEST, LIQUIDATION));
}

/** A factor with two digits, cut: one of 1.2499 is no 1.25. */
export function factorText(factor: string): string {
  const value = parseDecimal(factor);
  if (!value) return "?";
  const cut = value.scale > 2 ? hundredths(value.units / 10n ** BigInt(value.scale - 2)) : roundDecimal(value, 2);
  const { whole, fraction } = grouped(cut);
  return `${whole}.${fraction.padEnd(2, "0")}`;
}
