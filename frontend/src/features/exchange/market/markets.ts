import { plural } from "../../../format/text";
import type { ExchangeMarket } from "../types";

/** A pair as people write it: `LINK/EUR`. */
export const pairOf = ({ base, quote }: Pick<ExchangeMarket, "base" | "quote">): string => `${base}/${quote}`;

/** Why a pair is read. */
export function reasonWords({ origin, base }: ExchangeMarket): string {
  if (origin === "person") return "You added it";
  return origin === "balance" ? `${base} is in your balances` : `${base} is in your history`;
}

/** How far a pair is read, or why it is not. */
export function stateWords({ state, trade_count, is_missing }: ExchangeMarket): string {
  const trades = trade_count === 0 ? "No trades" : plural(trade_count, "trade");
  switch (state) {
    case "read":
      return trades;
    case "unread":
      return "Waiting to be read";
    case "left_out":
      return trade_count === 0 ? "Left out. Its trades are not read." : `Left out. ${trades} stay.`;
    case "unknown":
      return is_missing
        ? "The exchange no longer has its trades. Import a file for them."
        : "The exchange has no such pair.";
  }
}

/** What needs attention comes first, then what the person added, then what gave trades, and what the exchange never had last. */
function rank({ state, is_missing, origin, trade_count }: ExchangeMarket): number {
  if (is_missing) return state === "unread" ? 1 : 0;
  if (state === "unknown") return 5;
  if (origin === "person") return 2;
  return trade_count > 0 ? 3 : 4;
}

/** The pairs in the order in which people look at them. */
export const ordered = (markets: readonly ExchangeMarket[]): ExchangeMarket[] =>
  [...markets].sort((one, other) => rank(one) - rank(other) || one.market.localeCompare(other.market, "en"));

/** The pairs whose name has a text, with or without a mark between its assets. */
export function matching(markets: readonly ExchangeMarket[], search: string): readonly ExchangeMarket[] {
  const text = search.toUpperCase().replace(/[\s/_-]/g, "");
  return text === "" ? markets : markets.filter(({ market }) => market.toUpperCase().includes(text));
}
