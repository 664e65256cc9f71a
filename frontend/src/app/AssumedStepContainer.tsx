import { Suspense } from "react";
import type { LeftOutEntry } from "../features/figure/leftOut";
import type { TokenName } from "../features/portfolio/assumedTokens";
import { lazyPreload } from "../ui/lazyPreload";

const AssumedStep = lazyPreload(() => import("../features/portfolio/AssumedStep"), "AssumedStep");

/** The button that accepts the decimals of a token list, for use outside Home. */
export const AssumedStepContainer = ({ token }: { token: TokenName }) => (
  <Suspense>
    <AssumedStep token={token} />
  </Suspense>
);

/** The action for an entry that an explanation leaves out. */
export const leftOutStep = ({ label, unit, reason }: LeftOutEntry) =>
  reason.code === "decimals_assumed" ? <AssumedStepContainer token={{ name: label, symbol: unit }} /> : null;
