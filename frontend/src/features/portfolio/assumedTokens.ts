import type { AssumedDecimals, Portfolio } from "./types";

/** A token whose contract states no decimals, with those that a list states. */
export interface AssumedToken {
  asset: string;
  symbol: string;
  name: string;
  assumed: AssumedDecimals;
}

/** Every such token of a portfolio once, whether its decimals were accepted or not. */
export function assumedTokens({ coverage, user_wallet }: Portfolio): AssumedToken[] {
  const tokens = new Map<string, AssumedToken>();
  for (const { asset, symbol, name, assumed_decimals: assumed } of coverage.unpriced)
    if (assumed) tokens.set(asset, { asset, symbol, name, assumed });
  for (const { name, parts } of user_wallet.assets)
    for (const { asset, symbol, assumed_decimals: assumed } of parts)
      if (assumed) tokens.set(asset, { asset, symbol, name, assumed });
  return [...tokens.values()];
}

/** How a token is named outside the portfolio: by its id, or by name and symbol. */
export type TokenName = { asset: string } | { name: string; symbol: string };

/** The token of that name. Name and symbol can be those of several tokens: then none is meant. */
export function tokenNamed(tokens: readonly AssumedToken[], by: TokenName): AssumedToken | null {
  const found = tokens.filter((token) =>
    "asset" in by ? token.asset === by.asset : token.name === by.name && token.symbol === by.symbol,
  );
  return found.length === 1 ? (found[0] ?? null) : null;
}
