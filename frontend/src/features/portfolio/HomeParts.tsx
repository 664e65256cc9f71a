import { type ReactNode, Suspense, useMemo } from "react";
import { lazyPreload, preloaded } from "../../ui/lazyPreload";
import { Allocation } from "./Allocation";
import type { TableSteps } from "./AssetTable";
import { viewRows } from "./assetView";
import { Headline } from "./Headline";
import { HomeTools } from "./HomeTools";
import css from "./home.module.css";
import { MissingData } from "./MissingData";
import { MovesSkeleton } from "./MovesSkeleton";
import { marksOf } from "./marks";
import { TableSkeleton } from "./RowsSkeleton";
import type { Portfolio, Viewer } from "./types";
import { useAssetView } from "./useAssetView";
import { useColours } from "./useColours";

// Below the first screen: it is fetched beside the figures, and does not hold them up.
const AssetTable = preloaded(() => import("./AssetTable"), "AssetTable");
const WhatMoved = lazyPreload(() => import("./WhatMoved"), "WhatMoved");

interface HomePartsProps {
  portfolio: Portfolio;
  viewer?: Viewer;
  /** What can be done with the whole page, beside the tools that everyone has. */
  action?: ReactNode;
  /** Narrows the page to some wallets. */
  filter?: ReactNode;
  /** How the data providers are, in one line. */
  providers?: ReactNode;
  /** Below what is not in the total. */
  aside?: ReactNode;
  /** What can be done about assets; null where one can only look. */
  steps: TableSteps | null;
}

/** What Home is made of, for its owner and for visitors. */
export function HomeParts({ portfolio, viewer, action, filter, providers, aside, steps }: HomePartsProps) {
  const rows = useMemo(() => viewRows(portfolio), [portfolio]);
  const colours = useColours(rows, portfolio);
  const [asked, onView] = useAssetView();
  // A network where nothing is held, as an address of the page can name it, narrows nothing.
  const networks = asked.networks.filter((network) => portfolio.networks.some(({ chain }) => chain === network));
  const view = { ...asked, networks };
  const tools = (
    <>
      {filter}
      <HomeTools portfolio={portfolio} rows={rows} />
      {action}
    </>
  );
  return (
    <div className={css.page}>
      <Headline portfolio={portfolio} viewer={viewer} tools={tools} providers={providers} />
      <div className={css.overview}>
        <Allocation portfolio={portfolio} rows={rows} colours={colours} />
      </div>
      <div className={css.side}>
        <Suspense fallback={<MovesSkeleton />}>
          <WhatMoved portfolio={portfolio} viewer={viewer} colours={colours} />
        </Suspense>
        <MissingData coverage={portfolio.coverage} marks={marksOf(portfolio, rows, colours)} steps={steps} />
        {aside}
      </div>
      <div className={css.whole}>
        <Suspense fallback={<TableSkeleton />}>
          <AssetTable
            portfolio={portfolio}
            viewer={viewer}
            rows={rows}
            colours={colours}
            view={view}
            onView={onView}
            steps={steps}
          />
        </Suspense>
      </div>
    </div>
  );
}
