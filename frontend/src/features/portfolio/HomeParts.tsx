import { type ReactNode, Suspense, useMemo } from "react";
import { lazyPart, preloaded } from "../../ui/lazyPart";
import { Allocation } from "./Allocation";
import type { TableActions } from "./AssetTable";
import { viewRows } from "./assetView";
import { Headline } from "./Headline";
import { HomeTools } from "./HomeTools";
import css from "./home.module.css";
import { MovesSkeleton } from "./MovesSkeleton";
import { marksOf } from "./marks";
import { TableSkeleton } from "./RowsSkeleton";
import type { Portfolio, VisitorToken } from "./types";
import { UnreconciledLine } from "./UnreconciledLine";
import { useAssetView } from "./useAssetView";
import { useColours } from "./useColours";

// Below the first screen, so it is loaded in parallel and does not delay the figures.
const AssetTable = preloaded(() => import("./AssetTable"), "AssetTable");
const MissingData = preloaded(() => import("./MissingData"), "MissingData");
const WhatMoved = lazyPart(() => import("./WhatMoved"), "WhatMoved");

interface HomePartsProps {
  portfolio: Portfolio;
  visitorToken?: VisitorToken;
  /** Extra actions of the page. */
  pageActions?: ReactNode;
  /** The wallet filter. */
  filter?: ReactNode;
  /** The state of the data providers, in one line. */
  providers?: ReactNode;
  /** Rendered below the assets, where it moves nothing when it loads. */
  foot?: ReactNode;
  /** The actions of assets; null in a view-only portfolio. */
  actions: TableActions | null;
}

/** The layout of Home, for its owner and for visitors. */
export function HomeParts({ portfolio, visitorToken, pageActions, filter, providers, foot, actions }: HomePartsProps) {
  const rows = useMemo(() => viewRows(portfolio), [portfolio]);
  const colours = useColours(rows, portfolio);
  const [requested, onView] = useAssetView();
  // A network in the URL that holds nothing is ignored.
  const networks = requested.networks.filter((network) => portfolio.networks.some(({ chain }) => chain === network));
  const view = { ...requested, networks };
  const tools = (
    <>
      {filter}
      <HomeTools portfolio={portfolio} rows={rows} />
      {pageActions}
    </>
  );
  return (
    <div className={css.page}>
      <Headline portfolio={portfolio} visitorToken={visitorToken} tools={tools} providers={providers} />
      {/* Without wallets there is nothing to divide or to compare, so that the button to add one comes first. */}
      {portfolio.wallets.length === 0 ? null : (
        <>
          <div className={css.overview}>
            <Allocation portfolio={portfolio} rows={rows} colours={colours} />
          </div>
          <div className={css.side}>
            <Suspense fallback={<MovesSkeleton />}>
              <WhatMoved portfolio={portfolio} visitorToken={visitorToken} colours={colours} />
            </Suspense>
            <Suspense>
              <MissingData coverage={portfolio.coverage} marks={marksOf(portfolio, rows, colours)} actions={actions} />
            </Suspense>
            <UnreconciledLine coverage={portfolio.coverage} />
          </div>
        </>
      )}
      <div className={css.whole}>
        <Suspense fallback={<TableSkeleton />}>
          <AssetTable
            portfolio={portfolio}
            visitorToken={visitorToken}
            rows={rows}
            colours={colours}
            view={view}
            onView={onView}
            actions={actions}
          />
        </Suspense>
      </div>
      {foot ? <div className={css.whole}>{foot}</div> : null}
    </div>
  );
}
