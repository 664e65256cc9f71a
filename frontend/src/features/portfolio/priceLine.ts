import { dayAt, shiftedDay } from "../../format/calendar";
import type { ClosingPrices } from "./types";

/** The prices of an asset, day by day; in columns of the same length. */
export interface PriceLine {
  days: readonly string[];
  /** As decimals; null where the price is not known. */
  prices: readonly (string | null)[];
  /** As numbers for the chart; not a number where the price is not known. */
  column: Float64Array;
}

/** The closing prices of the first asset of an answer, and the price of now at the end. Days before the first known price are left out. */
export function priceLine({ days, rows }: ClosingPrices, now: string | null): PriceLine {
  const closing = rows[0]?.prices ?? [];
  const last = days.at(-1);
  const today = last === undefined ? dayAt(Date.now()) : shiftedDay(last, 1);
  const all = [...closing, now];
  const first = Math.max(
    0,
    all.findIndex((price) => price !== null),
  );
  const prices = all.slice(first);
  return {
    days: [...days.slice(0, closing.length), today].slice(first),
    prices,
    column: Float64Array.from(prices, (price) => (price === null ? Number.NaN : Number(price))),
  };
}

/** Whether there are prices to draw a line between. */
export const isAnyKnown = ({ prices }: PriceLine): boolean => prices.filter((price) => price !== null).length > 1;

/** The spans of a price over time, and how many days each has; all since the first transaction without a number. */
export const PRICE_SPANS = [
  { key: "1M", label: "1M", days: 30 },
  { key: "3M", label: "3M", days: 91 },
  { key: "1Y", label: "1Y", days: 365 },
  { key: "All", label: "All", days: null },
] as const;
export type PriceSpan = (typeof PRICE_SPANS)[number]["key"];
