import { type ReactNode, Suspense, useMemo } from "react";
import { lazyPart, preloaded } from "../../ui/lazyPart";
import { useMedia } from "../../ui/useMedia";
import { Allocation } from "./Allocation";
import type { TableActions } from "./AssetTable";
import { type ViewRow, viewRows } from "./assetView";
import { Headline } from "./Headline";
import { HomeTools } from "./HomeTools";
import css from "./home.module.css";
import { MovesSkeleton } from "./MovesSkeleton";
import { marksOf } from "./marks";
import { isReading } from "./polling";
import { TableSkeleton } from "./RowsSkeleton";
import type { Portfolio, VisitorToken } from "./types";
import { useAllocationMode } from "./useAllocationMode";
import { useAssetView } from "./useAssetView";
import { useColours } from "./useColours";

// Below the first screen, so it is loaded in parallel and does not delay the figures.
const AssetTable = preloaded(() => import("./AssetTable"), "AssetTable");
const MissingData = preloaded(() => import("./MissingData"), "MissingData");
const UnreconciledLine = lazyPart(() => import("./UnreconciledLine"), "UnreconciledLine");
const WhatMoved = lazyPart(() => import("./WhatMoved"), "WhatMoved");

/** The cards of other features, which their pages compose. */
export interface HomeCards {
  /** What the panel of an asset says about its history. */
  asset: (row: ViewRow) => ReactNode;
  /** The value over time. */
  value: ReactNode;
  /** The change of the net worth over the span of that card. */
  change: ReactNode;
  /** How the net worth adds up, shown while it is grouped by kind. */
  summary: (portfolio: Portfolio) => ReactNode;
  /** The cards below the assets. */
  below: ReactNode;
  /** The cards below what is missing; on phones they are among the others. */
  side: ReactNode;
}

/** The cards of other features about some wallets, or about all without any; while balances are read they load nothing again. */
export type CardsOf = (wallets: readonly string[], isReading: boolean) => HomeCards;

interface HomePartsProps {
  portfolio: Portfolio;
  visitorToken?: VisitorToken;
  /** Extra actions of the page. */
  pageActions?: ReactNode;
  /** The wallet filter. */
  filter?: ReactNode;
  /** The state of the data providers, in one line. */
  providers?: ReactNode;
  /** The cards of other features; none where no history is kept. */
  cardsOf?: CardsOf | undefined;
  /** Rendered below the assets, where it moves nothing when it loads. */
  foot?: ReactNode;
  /** The actions of assets; null in a view-only portfolio. */
  actions: TableActions | null;
}

const PHONE = "(max-width: 640px)";

/** The cards below the assets in two columns. On a phone what is missing comes first. */
function Below({ cards, children }: { cards: HomeCards | null; children: ReactNode }) {
  const isPhone = useMedia(PHONE);
  return (
    <div className={css.below}>
      {isPhone ? <div>{children}</div> : null}
      <div>{cards?.below}</div>
      {isPhone ? null : (
        <div>
          {children}
          {cards?.side}
        </div>
      )}
    </div>
  );
}

interface MovesProps {
  cards: HomeCards | null;
  portfolio: Portfolio;
  children: ReactNode;
}

/** What moved; while the total is grouped by kind, how it adds up. */
function Moves({ cards, portfolio, children }: MovesProps) {
  const [mode] = useAllocationMode();
  return (
    <Suspense fallback={<MovesSkeleton />}>{mode === "kind" && cards ? cards.summary(portfolio) : children}</Suspense>
  );
}

/** The layout of Home, for its owner and for visitors. */
export function HomeParts({ portfolio, visitorToken, cardsOf, actions, ...parts }: HomePartsProps) {
  const { pageActions, filter, providers, foot } = parts;
  const cards = cardsOf?.(portfolio.chosen, isReading(portfolio)) ?? null;
  const rows = useMemo(() => viewRows(portfolio), [portfolio]);
  const colours = useColours(rows, portfolio);
  const [requested, onView] = useAssetView();
  const isPhone = useMedia(PHONE);
  // A network in the URL that holds nothing is ignored.
  const networks = requested.networks.filter((network) => portfolio.networks.some(({ chain }) => chain === network));
  const view = { ...requested, networks };
  // Without wallets there is nothing to divide or to compare, so that the button to add one comes first.
  const hasWallets = portfolio.wallets.length > 0;
  const allocation = hasWallets ? <Allocation portfolio={portfolio} rows={rows} colours={colours} /> : null;
  return (
    <div className={css.page}>
      <Headline
        portfolio={portfolio}
        visitorToken={visitorToken}
        change={cards?.change}
        tools={
          <>
            {filter}
            <HomeTools portfolio={portfolio} rows={rows} />
            {pageActions}
          </>
        }
        providers={providers}
      />
      {hasWallets ? (
        <>
          {cards ? <div className={css.value}>{cards.value}</div> : null}
          <div className={cards ? css.side : css.pair}>
            <Moves cards={cards} portfolio={portfolio}>
              <WhatMoved portfolio={portfolio} visitorToken={visitorToken} colours={colours} />
            </Moves>
            {isPhone ? null : allocation}
          </div>
        </>
      ) : null}
      <div className={css.whole}>
        <Suspense fallback={<TableSkeleton />}>
          <AssetTable
            portfolio={portfolio}
            visitorToken={visitorToken}
            rows={rows}
            colours={colours}
            view={view}
            onView={onView}
            ofAsset={cards?.asset ?? null}
            hasCosts={cards !== null && portfolio.chosen.length === 0}
            actions={actions}
          />
        </Suspense>
      </div>
      {isPhone ? allocation : null}
      {hasWallets ? (
        <Below cards={cards}>
          <Suspense>
            <MissingData coverage={portfolio.coverage} marks={marksOf(portfolio, rows, colours)} actions={actions} />
            <UnreconciledLine coverage={portfolio.coverage} />
          </Suspense>
        </Below>
      ) : null}
      {foot ? <div className={css.whole}>{foot}</div> : null}
    </div>
  );
}
