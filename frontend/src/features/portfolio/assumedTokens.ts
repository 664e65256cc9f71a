import type { AssumedDecimals, Portfolio } from "./types";

/** A token whose contract has no decimals, with the decimals of a token list. */
export interface AssumedToken {
  asset: string;
  symbol: string;
  name: string;
  assumed: AssumedDecimals;
}

/** Every such token of a portfolio once, whether its decimals were accepted or not yet. */
export function assumedTokens({ coverage, user_wallet }: Portfolio): AssumedToken[] {
  const tokens = new Map<string, AssumedToken>();
  for (const { asset, symbol, name, assumed_decimals: assumed } of coverage.unpriced)
    if (assumed) tokens.set(asset, { asset, symbol, name, assumed });
  for (const { name, parts } of user_wallet.assets)
    for (const { asset, symbol, assumed_decimals: assumed } of parts)
      if (assumed) tokens.set(asset, { asset, symbol, name, assumed });
  return [...tokens.values()];
}

/** A reference to a token: by id, or by name and symbol. */
export type TokenName = { asset: string } | { name: string; symbol: string };

/** Finds the referenced token; null if there is none or if name and symbol are ambiguous. */
export function tokenNamed(tokens: readonly AssumedToken[], by: TokenName): AssumedToken | null {
  const found = tokens.filter((token) =>
    "asset" in by ? token.asset === by.asset : token.name === by.name && token.symbol === by.symbol,
  );
  return found.length === 1 ? (found[0] ?? null) : null;
}
