import { Suspense, useEffect } from "react";
import { setZone } from "../format/zone";
import { lazyPart } from "../ui/lazyPart";
import type { CardPaths } from "./homeCards";

const TransactionsCard = lazyPart(() => import("../features/history/TransactionsCard"), "TransactionsCard");
const CostsCard = lazyPart(() => import("../features/costs/CostsCard"), "CostsCard");

interface BelowCardsProps {
  paths: CardPaths;
  /** The token of a share session; null on the person's own page. */
  visitor: string | null;
  /** The wallets that count; empty for all. */
  wallets: readonly string[];
}

/** The cards of Home below the assets: the newest transactions, and the assets with the largest gains. */
export function BelowCards({ paths, visitor, wallets }: BelowCardsProps) {
  // The zone of the owner is private.
  useEffect(() => {
    if (visitor !== null) setZone("UTC");
  }, [visitor]);
  return (
    <Suspense fallback={<div aria-busy="true" />}>
      <TransactionsCard visitor={visitor} wallets={wallets} path={paths.history} entryPath={paths.entry} />
      {/* The costs of some wallets alone are not known. */}
      {wallets.length === 0 ? <CostsCard visitor={visitor} path={paths.costs} /> : null}
    </Suspense>
  );
}
