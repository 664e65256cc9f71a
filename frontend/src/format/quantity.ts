import {
  compareDecimals,
  type Decimal,
  decimalText,
  grouped,
  leadingPlace,
  magnitude,
  parseDecimal,
  roundDecimal,
  signOf,
} from "./decimal";
import { trimmed } from "./money";

const MINUS = "\u2212";
const UNITS = ["", "K", "M", "B", "T", "P", "E"] as const;
const LONG: Decimal = { units: 10n ** 12n, scale: 0 };
const THOUSAND: Decimal = { units: 1000n, scale: 0 };

const shown = ({ whole, fraction }: { whole: string; fraction: string }) => (fraction ? `${whole}.${fraction}` : whole);

/** Formats a quantity: two to four decimals, two from a thousand on, four significant digits below one, never rounded to 0. */
export function quantity(amount: string): string {
  const value = parseDecimal(amount);
  if (!value) return "?";
  const size = magnitude(value);
  const sign = value.units < 0n ? MINUS : "";
  if (signOf(value) === 0) return "0";
  if (compareDecimals(size, THOUSAND) >= 0) return sign + shown(grouped(roundDecimal(size, 2)));
  const place = leadingPlace(size);
  if (place === 0) return sign + shown(trimmed(roundDecimal(size, 4), 2));
  return sign + shown(trimmed(roundDecimal(size, Math.min(size.scale, place + 3)), 0));
}

/** Formats a quantity for a sentence: `850`, not `850.00`. */
export const roundQuantity = (amount: string): string => quantity(amount).replace(/\.0+$/, "");

/** Formats a number that is no amount and stays visible while amounts are hidden: a count, an index, a factor. */
export const plainNumber = (number: string): string => roundQuantity(number);

/** Formats a quantity for narrow cells: `1.23T` from a trillion on, and powers of ten beyond the last letter. */
export function shortQuantity(amount: string): string {
  const value = parseDecimal(amount);
  if (!value || compareDecimals(magnitude(value), LONG) < 0) return quantity(amount);
  const digits = grouped(roundDecimal(magnitude(value), 0)).whole.replaceAll(",", "");
  const sign = value.units < 0n ? MINUS : "";
  const step = Math.floor((digits.length - 1) / 3);
  const unit = UNITS[step];
  const scaled = { units: BigInt(digits), scale: unit === undefined ? digits.length - 1 : step * 3 };
  const text = shown(trimmed(roundDecimal(scaled, 2), 2));
  return unit === undefined ? `${sign}${text} × 10^${digits.length - 1}` : `${sign}${text}${unit}`;
}

/** Formats a share in percent: one decimal, two in the ring; a nonzero share never reads as zero. */
export function percent(amount: string, places: 1 | 2 = 1): string {
  const value = parseDecimal(amount);
  if (!value) return "?";
  const rounded = roundDecimal(value, places);
  if (signOf(rounded) === 0 && signOf(value) > 0) return `<0.${"0".repeat(places - 1)}1%`;
  return `${rounded.units < 0n ? MINUS : ""}${shown(grouped(rounded))}%`;
}

/** `part` of `whole` in percent. */
export function percentOf(part: string, whole: string, places: 1 | 2 = 2): string {
  const a = parseDecimal(part);
  const b = parseDecimal(whole);
  if (!a || !b || b.units === 0n) return "?";
  const scale = Math.max(a.scale, b.scale);
  const ten = (power: number) => 10n ** BigInt(power);
  const units = (a.units * ten(scale - a.scale) * 10_000_000n) / (b.units * ten(scale - b.scale));
  return percent(decimalText({ units, scale: 5 }), places);
}

/** The change from one amount to another in percent, cut to five decimals; null if the first is not above zero. */
export function changeInPercent(from: string, to: string): string | null {
  const a = parseDecimal(from);
  const b = parseDecimal(to);
  if (!a || !b || a.units <= 0n) return null;
  const scale = Math.max(a.scale, b.scale);
  const ten = (power: number) => 10n ** BigInt(power);
  const before = a.units * ten(scale - a.scale);
  const units = ((b.units * ten(scale - b.scale) - before) * 10_000_000n) / before;
  return decimalText({ units, scale: 5 });
}

/** Formats a change in percent, signed unless zero; a nonzero change never reads as zero: `+<0.01%`. */
export function percentChange(amount: string, places: 1 | 2 = 2): string {
  const value = parseDecimal(amount);
  if (!value) return "?";
  const rounded = roundDecimal(value, places);
  if (signOf(rounded) === 0 && signOf(value) !== 0)
    return `${signOf(value) > 0 ? "+" : MINUS}<0.${"0".repeat(places - 1)}1%`;
  const sign = signOf(rounded) > 0 ? "+" : signOf(rounded) < 0 ? MINUS : "";
  return `${sign}${shown(grouped(rounded))}%`;
}
