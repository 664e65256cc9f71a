import { type ReactNode, Suspense, useEffect, useState } from "react";
import type { HomeCards } from "../features/portfolio/HomeParts";
import { ValueSkeleton } from "../features/portfolio/ValueSkeleton";
import { lazyPart, preloaded } from "../ui/lazyPart";

const AssetValueCard = preloaded(() => import("../features/value/AssetValueCard"), "AssetValueCard");
const SpanChangeLine = lazyPart(() => import("../features/value/SpanChangeLine"), "SpanChangeLine");
const AssetEntries = lazyPart(() => import("../features/history/AssetEntries"), "AssetEntries");
const BelowCards = lazyPart(() => import("./BelowCards"), "BelowCards");
const BalanceSummary = lazyPart(() => import("../features/protocol/BalanceSummary"), "BalanceSummary");
const SideCards = lazyPart(() => import("./SideCards"), "SideCards");

/** The paths of the pages that the cards lead to. */
export interface CardPaths {
  value: string;
  history: string;
  /** The path of an entry of the history. */
  entry: (id: string) => string;
  costs: string;
  flows: string;
  counterparties: string;
  defi: string;
  insights: string;
}

/** The longest pause before the cards below the first screen are loaded. */
const LATEST_MS = 1_500;

/** Renders its children once the browser has nothing more urgent to do, so that they delay nothing of the first screen. */
function Later({ children }: { children: ReactNode }) {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const done = () => setDue(true);
    // Safari has no idle callbacks.
    if (!window.requestIdleCallback) {
      const timer = setTimeout(done, LATEST_MS / 4);
      return () => clearTimeout(timer);
    }
    const handle = requestIdleCallback(done, { timeout: LATEST_MS });
    return () => cancelIdleCallback(handle);
  }, []);
  const place = <div aria-busy="true" />;
  return isDue ? <Suspense fallback={place}>{children}</Suspense> : place;
}

/** The cards of Home that belong to other features, about some wallets or about all. */
export function homeCards(
  paths: CardPaths,
  visitor: string | null,
  wallets: readonly string[],
  isReading: boolean,
): HomeCards {
  // The figures of other wallets are not shown until those of the chosen ones have loaded.
  const [key, props] = [wallets.join(), { visitor, wallets }];
  return {
    asset: ({ group, parts }) => (
      <Suspense>
        <AssetEntries
          group={group}
          assets={parts.map(({ asset }) => asset)}
          visitor={visitor}
          wallets={wallets}
          paths={paths}
        />
      </Suspense>
    ),
    value: (
      <Suspense fallback={<ValueSkeleton />}>
        <AssetValueCard key={key} {...props} isReading={isReading} path={paths.value} />
      </Suspense>
    ),
    change: (
      <Suspense>
        <SpanChangeLine key={key} {...props} isReading={isReading} />
      </Suspense>
    ),
    summary: (portfolio) => <BalanceSummary {...props} portfolio={portfolio} path={paths.defi} />,
    below: (
      <Later>
        <BelowCards key={key} {...props} paths={paths} />
      </Later>
    ),
    // The flows and counterparties of some wallets alone are not known.
    side:
      wallets.length === 0 ? (
        <Later>
          <SideCards visitor={visitor} paths={paths} />
        </Later>
      ) : null,
  };
}
