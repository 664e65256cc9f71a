import { type Decimal, grouped, leadingPlace, parseDecimal, roundDecimal, signOf } from "./decimal";

const MINUS = "\u2212";
const UNREADABLE = "?";

const symbols = new Map<string, string>();

/** `$` for USD; the code and a space where the currency has no sign of its own. */
export function currencySign(code: string): string {
  const known = symbols.get(code);
  if (known !== undefined) return known;
  const parts = new Intl.NumberFormat("en-US", { style: "currency", currency: code, currencyDisplay: "narrowSymbol" });
  const sign = parts.formatToParts(0).find((part) => part.type === "currency")?.value ?? code;
  const shown = /^[A-Z]+$/.test(sign) ? `${sign} ` : sign;
  symbols.set(code, shown);
  return shown;
}

const join = ({ whole, fraction }: { whole: string; fraction: string }): string =>
  fraction ? `${whole}.${fraction}` : whole;

const minus = (value: Decimal): string => (value.units < 0n ? MINUS : "");

/** An amount of money: `$1,284,096.42`; known amounts too small for two decimals read `<$0.01`. */
export function money(amount: string, currency: string, places = 2): string {
  const value = parseDecimal(amount);
  if (!value) return UNREADABLE;
  const rounded = roundDecimal(value, places);
  const sign = currencySign(currency);
  if (signOf(rounded) === 0 && signOf(value) > 0) return `<${sign}${join(grouped({ units: 1n, scale: places }))}`;
  return `${minus(rounded)}${sign}${join(grouped(rounded))}`;
}

/** The same, in two pieces for the headline: `$1,284,096` and `.42`. */
export function moneyPieces(amount: string, currency: string): [string, string] {
  const text = money(amount, currency);
  const dot = text.lastIndexOf(".");
  return dot < 0 ? [text, ""] : [text.slice(0, dot), text.slice(dot)];
}

/** A change: always signed, but zero has neither sign nor colour. */
export function change(amount: string, currency: string): string {
  const value = parseDecimal(amount);
  if (!value) return UNREADABLE;
  const rounded = roundDecimal(value, 2);
  const sign = signOf(rounded) > 0 ? "+" : minus(rounded);
  return `${sign}${currencySign(currency)}${join(grouped(rounded))}`;
}

/** A price: two decimals, or four significant digits below ten cents, so that no price reads as zero. */
export function price(amount: string, currency: string): string {
  const value = parseDecimal(amount);
  if (!value) return UNREADABLE;
  const place = leadingPlace(value);
  if (signOf(value) === 0 || place < 2) return money(amount, currency);
  const rounded = roundDecimal(value, Math.min(value.scale, place + 3));
  return `${minus(rounded)}${currencySign(currency)}${join(trimmed(rounded, 2))}`;
}

/** A figure as exactly as eight decimals can say it: explanations must be computable by hand. */
export function exactly(amount: string, currency = ""): string {
  const value = parseDecimal(amount);
  if (!value) return UNREADABLE;
  const rounded = roundDecimal(value, Math.max(8, leadingPlace(value) + 3));
  const sign = currency === "" ? "" : currencySign(currency);
  return `${minus(rounded)}${sign}${join(trimmed(rounded, currency === "" ? 0 : 2))}`;
}

/** Fraction without trailing zeros, but with at least `least` digits. */
export function trimmed(value: Decimal, least: number): { whole: string; fraction: string } {
  const { whole, fraction } = grouped(value);
  const kept = fraction.replace(/0+$/, "");
  return { whole, fraction: kept.padEnd(Math.min(least, Math.max(fraction.length, least)), "0") };
}

/** Which colour a signed figure takes, by what is shown: nothing for zero. */
export function tone(amount: string): "gain" | "loss" | undefined {
  const value = parseDecimal(amount);
  const sign = value ? signOf(roundDecimal(value, 2)) : 0;
  return sign > 0 ? "gain" : sign < 0 ? "loss" : undefined;
}
