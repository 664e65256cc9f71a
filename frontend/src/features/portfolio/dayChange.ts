import type { AmountText } from "../../format/amounts";
import { compareDecimals, magnitude, parseDecimal, signOf } from "../../format/decimal";
import type { AssetMove, DayChange } from "./types";

/** The basis of a change: the balances of both days, or today's balances at the prices of both days. */
export const basisWords = ({ basis }: Pick<DayChange, "basis">): string =>
  basis === "price_move" ? "24h change (prices only)" : "24h change";

/** How much of the total a change covers: `for $2.6M of $6.5M`; null if it covers all. */
export function coveredWords(day: DayChange, text: AmountText): string | null {
  const { compared, total, not_compared, currency_code } = day;
  if (not_compared === 0 || compared === null || total === null) return null;
  return `for ${text.shortMoney(compared, currency_code)} of ${text.shortMoney(total, currency_code)}`;
}

const reasons: Readonly<Record<string, string>> = {
  not_requested_yet: "Getting yesterday's prices…",
  not_read_yet: "Not loaded yet",
  not_listed: "No prices from 24 hours ago",
};

/** Why the change is not known, in words that fit on the line. */
export const reasonWords = (reason: DayChange["reason"]): string =>
  (reason && (reasons[reason.code] ?? reason.text)) ?? "Not known right now";

const sign = (amount: string): -1 | 0 | 1 => {
  const value = parseDecimal(amount);
  return value ? signOf(value) : 0;
};

const isWithin = (amount: string, bound: string | null): boolean => {
  const [value, limit] = [parseDecimal(amount), bound === null ? null : parseDecimal(bound)];
  return value !== null && limit !== null && compareDecimals(magnitude(value), limit) <= 0;
};

/** Whether no asset changed by more than the threshold. */
export const isQuiet = ({ moved, quiet_below }: DayChange): boolean =>
  moved.every(({ change }) => isWithin(change, quiet_below));

/** The up to two assets that contributed most to the change, in its direction. */
export function mainCauses({ change, moved }: DayChange): AssetMove[] {
  const way = change === null ? 0 : sign(change);
  return way === 0 ? [] : moved.filter((one) => sign(one.change) === way).slice(0, 2);
}

/** `Up` or `Down`; null for no change. */
export const direction = (change: string): "Up" | "Down" | null => {
  const way = sign(change);
  return way === 0 ? null : way > 0 ? "Up" : "Down";
};
