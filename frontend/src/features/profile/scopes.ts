import type { Scope } from "./types";

/** What each scope of an API key may read. */
export const SCOPES: Readonly<Record<Scope, { label: string; reads: string }>> = {
  portfolio: { label: "Portfolio", reads: "Wallets, balances, prices and figures" },
  ledger: { label: "Ledger", reads: "Transaction history, costs and gains" },
  health: { label: "Health", reads: "The state of your data and its sources" },
};

/** Every scope, in the order of the page. */
export const scopeNames: readonly Scope[] = ["portfolio", "ledger", "health"];
