import { Suspense } from "react";
import type { LeftOutEntry } from "../features/figure/leftOut";
import type { TokenName } from "../features/portfolio/assumedTokens";
import { lazyPreload } from "../ui/lazyPreload";

const AssumedStep = lazyPreload(() => import("../features/portfolio/AssumedStep"), "AssumedStep");

/** The step that counts a token by the decimals of a list, in other parts of the page than Home. */
export const AssumedStepContainer = ({ token }: { token: TokenName }) => (
  <Suspense>
    <AssumedStep token={token} />
  </Suspense>
);

/** What can be done about an entry that an explanation leaves out. */
export const leftOutStep = ({ label, unit, reason }: LeftOutEntry) =>
  reason.code === "decimals_assumed" ? <AssumedStepContainer token={{ name: label, symbol: unit }} /> : null;
