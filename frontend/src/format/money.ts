import { currencyPlaces, currencySign } from "./currency";
import {
  compareDecimals,
  type Decimal,
  grouped,
  leadingPlace,
  magnitude,
  parseDecimal,
  roundDecimal,
  roundSignificant,
  signOf,
} from "./decimal";

const MINUS = "\u2212";
const UNREADABLE = "?";
const HUNDRED: Decimal = { units: 100n, scale: 0 };

const join = ({ whole, fraction }: { whole: string; fraction: string }): string =>
  fraction ? `${whole}.${fraction}` : whole;

const minus = (value: Decimal): string => (value.units < 0n ? MINUS : "");

/** Rupees use lakh and crore, with digits grouped in twos. */
const RUPEE = "INR";

/** Digits with separators: thousands, or the Indian grouping for rupees. */
function digits(value: Decimal, currency: string): string {
  const { whole, fraction } = grouped(value);
  const set = currency === RUPEE ? whole.replaceAll(",", "").replace(/\B(?=(?:\d{2})*\d{3}$)/g, ",") : whole;
  return join({ whole: set, fraction });
}

/** The text for a nonzero amount that is too small for the currency's decimal places. */
function tiny(value: Decimal, currency: string, places: number): string {
  const least = `${currencySign(currency)}${join(grouped({ units: 1n, scale: places }))}`;
  return value.units < 0n ? `>${MINUS}${least}` : `<${least}`;
}

/** Formats an amount with the currency's decimal places: `$1,284,096.42`; a smaller nonzero amount reads `<$0.01`. */
export function money(amount: string, currency: string, places = currencyPlaces(currency)): string {
  const value = parseDecimal(amount);
  if (!value) return UNREADABLE;
  const rounded = roundDecimal(value, places);
  if (signOf(rounded) === 0 && signOf(value) !== 0) return tiny(value, currency, places);
  return `${minus(rounded)}${currencySign(currency)}${digits(rounded, currency)}`;
}

interface Step {
  /** The power of ten from which it applies. */
  power: number;
  unit: string;
}

const STEPS: readonly Step[] = [
  { power: 18, unit: "E" },
  { power: 15, unit: "P" },
  { power: 12, unit: "T" },
  { power: 9, unit: "B" },
  { power: 6, unit: "M" },
  { power: 3, unit: "K" },
];
const RUPEE_STEPS: readonly Step[] = [
  { power: 7, unit: "\u00a0cr" },
  { power: 5, unit: "\u00a0lac" },
];

interface Scaled {
  value: Decimal;
  unit: string;
}

/** The amount in thousands, millions and so on, rounded; null below the first unit. */
function inUnits(value: Decimal, currency: string, round: (scaled: Decimal) => Decimal): Scaled | null {
  const reaches = (of: Decimal, power: number) =>
    compareDecimals(magnitude(of), { units: 10n ** BigInt(power), scale: 0 }) >= 0;
  const scaled = ({ power }: Step) => round({ ...value, scale: value.scale + power });
  const steps = currency === RUPEE ? RUPEE_STEPS : STEPS;
  const at = steps.findIndex(({ power }) => reaches(value, power));
  const [wider, step] = [steps[at - 1], steps[at]];
  if (!step) return null;
  // 999,999 rounds to a thousand thousands, so the next unit is used.
  const shown = wider && reaches(scaled(step), wider.power - step.power) ? wider : step;
  return { value: scaled(shown), unit: shown.unit };
}

/** Formats an amount for narrow places with two decimals: `$1.28M`, `₹3.40 cr`; small amounts stay as they are. */
export function shortMoney(amount: string, currency: string): string {
  const value = parseDecimal(amount);
  if (!value) return UNREADABLE;
  const short = inUnits(value, currency, (scaled) => roundDecimal(scaled, 2));
  if (!short) return money(amount, currency);
  return `${minus(short.value)}${currencySign(currency)}${digits(short.value, currency)}${short.unit}`;
}

/** Formats an amount for a chart, with three significant digits and no zeros after them: `$1.5M`, `$855K`, `$0`. */
export function roughMoney(amount: string, currency: string): string {
  const value = parseDecimal(amount);
  if (!value) return UNREADABLE;
  const rough = (scaled: Decimal) => roundSignificant(scaled, 3);
  const short = inUnits(value, currency, rough) ?? { value: rough(value), unit: "" };
  return `${minus(short.value)}${currencySign(currency)}${join(trimmed(short.value, 0))}${short.unit}`;
}

/** The number of digits that tell how large an amount is. */
const LEADING_DIGITS = 4;

/** The number of digits of a whole number above zero. */
const wholeDigits = (text: string): number => text.replace(/\D/g, "").replace(/^0+/, "").length;

/**
 * Formats an amount in two pieces for the headline: `$1,284,096` and `.42`, `₿0.4231` and `2079`. The first piece holds the whole units,
 * and of coins or below one unit the leading digits.
 */
export function moneyPieces(amount: string, currency: string): [string, string] {
  const text = money(amount, currency);
  const dot = text.lastIndexOf(".");
  if (dot < 0) return [text, ""];
  const whole = wholeDigits(text.slice(0, dot));
  const zeros = whole > 0 ? 0 : (/^0*/.exec(text.slice(dot + 1))?.[0].length ?? 0);
  const isFiat = currencyPlaces(currency) <= 2;
  const end = whole >= LEADING_DIGITS || (isFiat && whole > 0) ? dot : dot + 1 + zeros + LEADING_DIGITS - whole;
  return [text.slice(0, end), text.slice(end)];
}

/** Formats a change: always signed, except zero. A nonzero change below the currency's places reads `+<$0.01`. */
export function change(amount: string, currency: string): string {
  const value = parseDecimal(amount);
  if (!value) return UNREADABLE;
  const places = currencyPlaces(currency);
  const rounded = roundDecimal(value, places);
  const sign = signOf(value) > 0 ? "+" : minus(value);
  if (signOf(rounded) === 0 && signOf(value) !== 0) return `${sign}${tiny(magnitude(value), currency, places)}`;
  return `${sign}${currencySign(currency)}${digits(rounded, currency)}`;
}

/**
 * Formats a price: the currency's places, or four significant digits below ten cents, so that no price reads as zero. Prices in coins
 * have four significant digits at every size.
 */
export function price(amount: string, currency: string): string {
  const value = parseDecimal(amount);
  if (!value) return UNREADABLE;
  const place = leadingPlace(value);
  const places = currencyPlaces(currency);
  if (signOf(value) === 0) return money(amount, currency);
  if (places > 2) {
    const least = place > 0 ? place - 1 : 0;
    const short = roundDecimal(value, Math.max(0, LEADING_DIGITS - wholeDigits(grouped(value).whole)) + least);
    return `${minus(short)}${currencySign(currency)}${digits(short, currency)}`;
  }
  if (place < 2 && places > 0) return money(amount, currency);
  if (place === 0) return money(amount, currency, compareDecimals(magnitude(value), HUNDRED) < 0 ? 2 : places);
  const rounded = roundDecimal(value, Math.min(value.scale, place + 3));
  return `${minus(rounded)}${currencySign(currency)}${join(trimmed(rounded, 2))}`;
}

/** Formats a figure with every digit, or with a number of significant ones: explanations must be computable by hand. */
export function exactFigure(amount: string, currency = "", significant?: number): string {
  const value = parseDecimal(amount);
  if (!value) return UNREADABLE;
  const rounded = significant === undefined ? value : roundSignificant(value, significant);
  const sign = currency === "" ? "" : currencySign(currency);
  return `${minus(rounded)}${sign}${join(trimmed(rounded, currency === "" ? 0 : 2))}`;
}

/** The digits with a fraction without trailing zeros, but with at least `least` digits. */
export function trimmed(value: Decimal, least: number): { whole: string; fraction: string } {
  const { whole, fraction } = grouped(value);
  const kept = fraction.replace(/0+$/, "");
  return { whole, fraction: kept.padEnd(Math.min(least, Math.max(fraction.length, least)), "0") };
}

/** The color of a signed figure; none for zero. */
export function tone(amount: string): "gain" | "loss" | undefined {
  const value = parseDecimal(amount);
  const sign = value ? signOf(value) : 0;
  return sign > 0 ? "gain" : sign < 0 ? "loss" : undefined;
}
