import { type ReactNode, Suspense, useMemo } from "react";
import { later, soon } from "../../ui/later";
import type { TableSteps } from "./AssetTable";
import { viewRows } from "./assetView";
import { Headline } from "./Headline";
import css from "./home.module.css";
import { Missing } from "./Missing";
import { MovesSkeleton } from "./MovesSkeleton";
import { Networks } from "./Networks";
import type { Portfolio, Viewer } from "./queries";
import { TableSkeleton } from "./RowsSkeleton";
import { Shares, useColours } from "./Shares";
import { useAssetView } from "./useAssetView";

// Below the first screen: it is fetched beside the figures, and does not hold them up.
const AssetTable = soon(() => import("./AssetTable"), "AssetTable");
const WhatMoved = later(() => import("./WhatMoved"), "WhatMoved");

interface HomePartsProps {
  portfolio: Portfolio;
  viewer?: Viewer;
  /** Stands in the head of the page. */
  action?: ReactNode;
  /** Stands above what is missing. */
  aside: ReactNode;
  /** What can be done; null where one only looks. */
  steps: TableSteps | null;
}

/** What Home is made of, for its owner and for visitors. */
export function HomeParts({ portfolio, viewer, action, aside, steps }: HomePartsProps) {
  const rows = useMemo(() => viewRows(portfolio), [portfolio]);
  const colours = useColours(rows, portfolio);
  const [asked, onView] = useAssetView();
  // A network where nothing is held, as an address of the page can name it, narrows nothing.
  const networks = asked.networks.filter((network) => portfolio.networks.some(({ chain }) => chain === network));
  const view = { ...asked, networks };
  return (
    <div className={css.page}>
      <Headline portfolio={portfolio} viewer={viewer} action={action} />
      <div className={css.overview}>
        <Shares portfolio={portfolio} rows={rows} colours={colours} />
      </div>
      <div className={css.middle}>
        <Suspense fallback={<MovesSkeleton />}>
          <WhatMoved portfolio={portfolio} viewer={viewer} colours={colours} />
        </Suspense>
        <Missing coverage={portfolio.coverage} steps={steps} />
      </div>
      <div className={css.col}>
        {aside}
        <Networks portfolio={portfolio} chosen={view.networks} onChoose={(networks) => onView({ networks })} />
      </div>
      <div className={css.whole}>
        <Suspense fallback={<TableSkeleton />}>
          <AssetTable portfolio={portfolio} rows={rows} colours={colours} view={view} onView={onView} steps={steps} />
        </Suspense>
      </div>
    </div>
  );
}
