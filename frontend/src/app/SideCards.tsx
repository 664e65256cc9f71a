import { Suspense } from "react";
import { lazyPart } from "../ui/lazyPart";
import type { CardPaths } from "./homeCards";

const NetFlowsCard = lazyPart(() => import("../features/flows/NetFlowsCard"), "NetFlowsCard");
const TopCounterparties = lazyPart(() => import("../features/counterparties/TopCounterparties"), "TopCounterparties");

interface SideCardsProps {
  paths: CardPaths;
  /** The token of a share session; null on the person's own page. */
  visitor: string | null;
}

/** The cards of Home below what is missing: the net flows, and the services with the largest volume. */
export function SideCards({ paths, visitor }: SideCardsProps) {
  return (
    <Suspense fallback={<div aria-busy="true" />}>
      <NetFlowsCard visitor={visitor} path={paths.flows} />
      <TopCounterparties visitor={visitor} path={paths.counterparties} />
    </Suspense>
  );
}
