import { assumedTokens, type TokenName, tokenNamed } from "./assumedTokens";
import { DecimalsButton } from "./DecimalsButton";
import { usePortfolio } from "./queries";

/** The button that accepts the decimals of a token, or undoes it; renders nothing if the portfolio has no such token. */
export function TokenDecimalsButton({ token: by }: { token: TokenName }) {
  const { data } = usePortfolio();
  const token = data ? tokenNamed(assumedTokens(data), by) : null;
  return token ? <DecimalsButton asset={token.asset} symbol={token.symbol} assumed={token.assumed} /> : null;
}
