import { accountReads } from "../../format/coverage";
import type { Portfolio } from "./types";

/**
 * What a portfolio can show: `reading` waits for the first answer, `unknown` has failures and no total, `empty` was read
 * completely and holds nothing, `known` has figures.
 */
export type PortfolioState = "noWallets" | "reading" | "unknown" | "empty" | "known";

/** The state of a portfolio. Only `noWallets` and `empty` mean zero. */
export function portfolioState({ wallets, user_wallet, total, coverage, refreshing }: Portfolio): PortfolioState {
  if (wallets.length === 0) return "noWallets";
  const holds = user_wallet.assets.length > 0;
  if (holds && total !== null) return "known";
  if (coverage.reading > 0 || (total === null && refreshing)) return "reading";
  if (accountReads(coverage.failed).length > 0 || total === null) return "unknown";
  return "empty";
}
