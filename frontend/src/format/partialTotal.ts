import { type Decimal, parseDecimal, signOf, sumOf } from "./decimal";

/** A sum of amounts with a known price, and the number of those without one. */
interface PartialTotal {
  value: string;
  left_out: number;
}

const ZERO: Decimal = { units: 0n, scale: 0 };

/** The known part as a number. */
export const knownPart = ({ value }: Pick<PartialTotal, "value">): Decimal => parseDecimal(value) ?? ZERO;

const isZero = (total: PartialTotal): boolean => signOf(knownPart(total)) === 0;

/** The exact sum, with everything that its parts leave out. */
export const addedTotals = (totals: readonly PartialTotal[]): PartialTotal => ({
  value: sumOf(totals.map(({ value }) => value)) ?? "0",
  left_out: totals.reduce((sum, { left_out }) => sum + left_out, 0),
});

/** Whether there was nothing to add. */
export const isNothing = (total: PartialTotal): boolean => total.left_out === 0 && isZero(total);

/** Whether none of the prices is known. */
export const isUnpriced = (total: PartialTotal): boolean => total.left_out > 0 && isZero(total);

/** Writes the known part, or that there is no price. */
export const totalText = (total: PartialTotal | undefined, money: (amount: string) => string): string =>
  total && isUnpriced(total) ? "No price" : money(total?.value ?? "0");
