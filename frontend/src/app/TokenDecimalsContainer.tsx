import { Suspense } from "react";
import type { LeftOutEntry } from "../features/figure/leftOut";
import type { TokenName } from "../features/portfolio/assumedTokens";
import { lazyPart } from "../ui/lazyPart";

const TokenDecimalsButton = lazyPart(() => import("../features/portfolio/TokenDecimalsButton"), "TokenDecimalsButton");

/** The button that accepts the decimals of a token list, for use outside Home. */
export const TokenDecimalsContainer = ({ token }: { token: TokenName }) => (
  <Suspense>
    <TokenDecimalsButton token={token} />
  </Suspense>
);

/** The action for an entry that an explanation leaves out. */
export const leftOutAction = ({ label, unit, reason }: LeftOutEntry) =>
  reason.code === "decimals_assumed" ? <TokenDecimalsContainer token={{ name: label, symbol: unit }} /> : null;
