import { compareDecimals, magnitude, parseDecimal, signOf } from "../../format/decimal";
import { shortMoney } from "../../format/money";
import type { AssetMove, DayChange } from "./types";

/** What a change counts: balances of both days, or today's balances at both days' prices. */
export const basisWords = ({ basis }: Pick<DayChange, "basis">): string =>
  basis === "price_move" ? "24h change (prices only)" : "24h change";

/** Of how much of the total a change speaks: `for $2.6M of $6.5M`; nothing where it speaks of all of it. */
export function coveredWords({ compared, total, not_compared, currency_code }: DayChange): string | null {
  if (not_compared === 0 || compared === null || total === null) return null;
  return `for ${shortMoney(compared, currency_code)} of ${shortMoney(total, currency_code)}`;
}

const reasons: Readonly<Record<string, string>> = {
  not_asked_yet: "Getting yesterday's prices…",
  not_read_yet: "Not loaded yet",
  not_listed: "No prices from 24 hours ago",
};

/** Why there is no change, in words that fit the line. */
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

/** Whether no asset moved by more than is worth a word. */
export const isQuiet = ({ moved, quiet_below }: DayChange): boolean =>
  moved.every(({ change }) => isWithin(change, quiet_below));

/** The assets that moved with the total, the largest two: what it mostly comes from. */
export function mostly({ change, moved }: DayChange): AssetMove[] {
  const way = change === null ? 0 : sign(change);
  return way === 0 ? [] : moved.filter((one) => sign(one.change) === way).slice(0, 2);
}

/** `Up`, `Down`, or nothing for no change. */
export const direction = (change: string): "Up" | "Down" | null => {
  const way = sign(change);
  return way === 0 ? null : way > 0 ? "Up" : "Down";
};
