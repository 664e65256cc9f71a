import type { Portfolio } from "./types";

/**
 * What a page may say while there is little to say: `visitor` watches no wallet, `reading` waits for the first answer,
 * `unknown` had failures where the answer should be, `empty` was read through and holds nothing, `known` has figures.
 */
export type Stage = "visitor" | "reading" | "unknown" | "empty" | "known";

/** Where the portfolio stands; only `visitor` and `empty` are a zero, the others are not known. */
export function stageOf({ wallets, user_wallet, total, coverage, refreshing }: Portfolio): Stage {
  if (wallets.length === 0) return "visitor";
  const holds = user_wallet.assets.length > 0;
  if (holds && total !== null) return "known";
  if (coverage.reading > 0 || (total === null && refreshing)) return "reading";
  if (coverage.failed.length > 0 || total === null) return "unknown";
  return "empty";
}
