/** An exact decimal: `units` / 10^`scale`. Amounts of money are never floats, not even for display. */
export interface Decimal {
  units: bigint;
  scale: number;
}

const PATTERN = /^([+-])?(\d+)(?:\.(\d+))?$/;

/** Reads a decimal string such as `-12.50`; null for anything else. */
export function parseDecimal(text: string): Decimal | null {
  const match = PATTERN.exec(text.trim());
  if (!match) return null;
  const fraction = match[3] ?? "";
  const units = BigInt((match[2] ?? "") + fraction);
  return { units: match[1] === "-" ? -units : units, scale: fraction.length };
}

const ten = (power: number): bigint => 10n ** BigInt(power);
const abs = (value: bigint): bigint => (value < 0n ? -value : value);

/** The value rounded half to even to `places` decimals, as the server rounds. */
export function roundDecimal(value: Decimal, places: number): Decimal {
  if (value.scale <= places) return { units: value.units * ten(places - value.scale), scale: places };
  const step = ten(value.scale - places);
  const magnitude = abs(value.units);
  const whole = magnitude / step;
  const twice = (magnitude % step) * 2n;
  const up = twice > step || (twice === step && whole % 2n === 1n);
  const rounded = up ? whole + 1n : whole;
  return { units: value.units < 0n ? -rounded : rounded, scale: places };
}

/** The value rounded half to even to a number of significant digits; digits before the point are all kept. */
export function roundSignificant(value: Decimal, significant: number): Decimal {
  const wholeDigits = abs(value.units).toString().length - value.scale;
  const places = leadingPlace(value) > 0 ? leadingPlace(value) - 1 + significant : significant - wholeDigits;
  return roundDecimal(value, Math.min(value.scale, Math.max(0, places)));
}

/** The exact sum. */
export function addDecimals(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale);
  return { units: a.units * ten(scale - a.scale) + b.units * ten(scale - b.scale), scale };
}

/** The exact difference. */
export const subtractDecimals = (a: Decimal, b: Decimal): Decimal => addDecimals(a, { ...b, units: -b.units });

/** The exact sum of decimal strings; null if none can be read. */
export function sumOf(amounts: readonly (string | null)[]): string | null {
  const known = amounts.map((amount) => parseDecimal(amount ?? "")).filter((amount) => amount !== null);
  return known.length === 0 ? null : decimalText(known.reduce(addDecimals));
}

/** The exact product. */
export const multiplyDecimals = (a: Decimal, b: Decimal): Decimal => ({
  units: a.units * b.units,
  scale: a.scale + b.scale,
});

/** The absolute value. */
export const magnitude = (value: Decimal): Decimal => ({ ...value, units: abs(value.units) });

/** The sign: −1, 0 or 1. */
export const signOf = (value: Decimal): -1 | 0 | 1 => (value.units < 0n ? -1 : value.units > 0n ? 1 : 0);

/** Compares two decimals. */
export function compareDecimals(a: Decimal, b: Decimal): -1 | 0 | 1 {
  const scale = Math.max(a.scale, b.scale);
  const left = a.units * ten(scale - a.scale);
  const right = b.units * ten(scale - b.scale);
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Formats a decimal as a plain string. */
export function decimalText({ units, scale }: Decimal): string {
  const digits = abs(units)
    .toString()
    .padStart(scale + 1, "0");
  const whole = digits.slice(0, digits.length - scale);
  return `${units < 0n ? "-" : ""}${whole}${scale > 0 ? `.${digits.slice(-scale)}` : ""}`;
}

/** The integer and fraction digits of the absolute value, with thousands separators. */
export function grouped(value: Decimal): { whole: string; fraction: string } {
  const [whole = "0", fraction = ""] = decimalText({ units: abs(value.units), scale: value.scale }).split(".");
  return { whole: whole.replace(/\B(?=(\d{3})+$)/g, ","), fraction };
}

/** The position of the first significant digit of a value below one: 1 for 0.5, 3 for 0.002; 0 for one and above. */
export function leadingPlace(value: Decimal): number {
  const digits = abs(value.units).toString();
  return Math.max(0, value.scale - digits.length + 1);
}

/**
 * `part` divided by `whole`, from 0 to 1, for lengths and angles on the screen only. Zero if there is
 * no whole.
 */
export function fractionOf(part: Decimal, whole: Decimal): number {
  const scale = Math.max(part.scale, whole.scale);
  const below = whole.units * ten(scale - whole.scale);
  if (below <= 0n || part.units <= 0n) return 0;
  return Number((part.units * ten(scale - part.scale) * 1_000_000n) / below) / 1_000_000;
}
