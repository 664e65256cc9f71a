import type { Portfolio } from "./types";

/**
 * The state of a portfolio: `visitor` has no wallets, `reading` waits for the first answer, `unknown` has failures and no
 * total, `empty` was read completely and holds nothing, `known` has figures.
 */
export type Stage = "visitor" | "reading" | "unknown" | "empty" | "known";

/** The stage of a portfolio. Only `visitor` and `empty` mean zero. */
export function stageOf({ wallets, user_wallet, total, coverage, refreshing }: Portfolio): Stage {
  if (wallets.length === 0) return "visitor";
  const holds = user_wallet.assets.length > 0;
  if (holds && total !== null) return "known";
  if (coverage.reading > 0 || (total === null && refreshing)) return "reading";
  if (coverage.failed.length > 0 || total === null) return "unknown";
  return "empty";
}
