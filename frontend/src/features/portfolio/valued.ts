import { compareDecimals, parseDecimal } from "../../format/decimal";

/** Anything with a value, which may be unknown. */
export interface Valued {
  value: string | null;
}

const unitsOf = (value: string | null) => (value === null ? null : parseDecimal(value));

/** Whether the value is known; it may be zero. A debt is no part of a total that is divided. */
export function isPriced({ value }: Valued): boolean {
  const amount = unitsOf(value);
  return amount !== null && amount.units >= 0n;
}

/** Whether the value is known and above zero. */
export function isPositive({ value }: Valued): boolean {
  const amount = unitsOf(value);
  return amount !== null && amount.units > 0n;
}

/** Whether the value is known and below zero. */
export function isOwed({ value }: Valued): boolean {
  const amount = unitsOf(value);
  return amount !== null && amount.units < 0n;
}

/** Sorts the most valuable first; what has no value comes last. */
export function byValue(a: Valued, b: Valued): number {
  const [left, right] = [unitsOf(a.value), unitsOf(b.value)];
  return left && right ? compareDecimals(right, left) : Number(left === null) - Number(right === null);
}
