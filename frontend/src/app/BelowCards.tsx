import { Suspense, useEffect } from "react";
import { setZone } from "../format/zone";
import { lazyPart } from "../ui/lazyPart";
import { useMedia } from "../ui/useMedia";
import { useAddWallet } from "./addWallet";
import type { CardPaths } from "./homeCards";

const TransactionsCard = lazyPart(() => import("../features/history/TransactionsCard"), "TransactionsCard");
const InsightsCard = lazyPart(() => import("../features/insight/InsightsCard"), "InsightsCard");
const CostsCard = lazyPart(() => import("../features/costs/CostsCard"), "CostsCard");
const NetFlowsCard = lazyPart(() => import("../features/flows/NetFlowsCard"), "NetFlowsCard");
const TopCounterparties = lazyPart(() => import("../features/counterparties/TopCounterparties"), "TopCounterparties");

interface BelowCardsProps {
  paths: CardPaths;
  /** The token of a share session; null on the person's own page. */
  visitor: string | null;
  /** The wallets that count; empty for all. */
  wallets: readonly string[];
}

/** The cards of Home below the assets: the first insights, the newest transactions and the assets with the largest gains, on phones all. */
export function BelowCards({ paths, visitor, wallets }: BelowCardsProps) {
  const onAdd = useAddWallet();
  const isPhone = useMedia("(max-width: 640px)");
  // The insights, costs, flows and counterparties of some wallets alone are not known.
  const isWhole = wallets.length === 0;
  // The zone of the owner is private.
  useEffect(() => {
    if (visitor !== null) setZone("UTC");
  }, [visitor]);
  return (
    <Suspense fallback={<div aria-busy="true" />}>
      {isWhole ? (
        <InsightsCard visitor={visitor} path={paths.insights} onAdd={visitor === null ? () => onAdd() : null} />
      ) : null}
      <TransactionsCard visitor={visitor} wallets={wallets} path={paths.history} entryPath={paths.entry} />
      {isWhole && isPhone ? <NetFlowsCard visitor={visitor} path={paths.flows} /> : null}
      {isWhole ? <CostsCard visitor={visitor} path={paths.costs} /> : null}
      {isWhole && isPhone ? <TopCounterparties visitor={visitor} path={paths.counterparties} /> : null}
    </Suspense>
  );
}
