import { type ReactNode, Suspense } from "react";
import { shownOf } from "../../format/coverage";
import { count } from "../../format/text";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { lazyPart } from "../../ui/lazyPart";
import { PAGE_SIZES } from "../../ui/paging";
import { useMedia } from "../../ui/useMedia";
import { AssetRows } from "./AssetRows";
import { type AssetPage, assetPage } from "./assetPage";
import own from "./assetTable.module.css";
import { type AssetView, FIRST_ROWS, type ViewRow, withChanges } from "./assetView";
import { LeftOut } from "./LeftOut";
import { portfolioState } from "./portfolioState";
import { useDayChange } from "./queries";
import { RowsSkeleton } from "./RowsSkeleton";
import type { PriceTarget } from "./SetPrice";
import { TableFrame } from "./TableFrame";
import { TableFoot, TableTools } from "./TableTools";
import type { TableSetup } from "./tableSetup";
import type { Portfolio, UnreadWallet, VisitorToken } from "./types";
import { useGains } from "./useGains";
import { useOpenAsset } from "./useOpenAsset";

const AssetPanel = lazyPart(() => import("./AssetPanel"), "AssetPanel");
const GroupedRows = lazyPart(() => import("./GroupedRows"), "GroupedRows");
const HiddenAssets = lazyPart(() => import("./HiddenAssets"), "HiddenAssets");
const NoAssets = lazyPart(() => import("./NoAssets"), "NoAssets");

/** The actions of an asset. */
export interface AssetActions {
  onSetPrice: (what: PriceTarget) => void;
  onClearPrice: (row: ViewRow) => void;
  onHide: (row: ViewRow) => void;
  /** Removes the tokens that the user added by contract address. */
  onRemoveToken: (row: ViewRow) => void;
}

/** The actions of the asset table. */
export interface TableActions extends AssetActions {
  onShow: (asset: string, symbol: string) => void;
  /** Opens the add-wallet dialog. */
  onAdd: () => void;
  /** Opens the add-token dialog with this network preselected. */
  onAddToken: (chain: string | null) => void;
  /** Opens the dialog that fixes or removes an unread wallet. */
  onFixWallet: (wallet: UnreadWallet) => void;
}

interface AssetTableProps {
  portfolio: Portfolio;
  visitorToken: VisitorToken;
  rows: readonly ViewRow[];
  colours: ReadonlyMap<string, string>;
  view: AssetView;
  onView: (change: Partial<AssetView>) => void;
  /** Whether what the assets cost can be known. */
  hasCosts: boolean;
  /** What other features say about an asset; null where no history is kept. */
  ofAsset: ((row: ViewRow) => ReactNode) | null;
  /** Null in a view-only portfolio. */
  actions: TableActions | null;
}

/** The width from which the table has room for the prices over time. */
const WITH_LINES = "(min-width: 1320px)";

/** How many assets a phone shows at first. */
const FIRST_ON_PHONE = 6;

/** The rows on a page once more are requested: all, up to the largest page. */
const sizeFor = (all: number): number => PAGE_SIZES.find((size) => size >= all) ?? Math.max(...PAGE_SIZES);

/** The page of the table, and the button that shows more of its rows, or fewer. */
function useAssetPage(rows: readonly ViewRow[], view: AssetView, onView: TableSetup["onView"]): [AssetPage, ReactNode] {
  const isPhone = useMedia("(max-width: 640px)");
  const isFirst = view.size === FIRST_ROWS;
  const first = isPhone ? FIRST_ON_PHONE : FIRST_ROWS;
  const page = assetPage(rows, isFirst ? { ...view, size: first } : view);
  const size = isFirst ? sizeFor(page.count) : FIRST_ROWS;
  if (page.count <= first || page.page > 0) return [page, null];
  const more = (
    <Button tone="link" small aria-expanded={!isFirst} onClick={() => onView({ size })}>
      {isFirst ? `Show ${count(Math.min(size, page.count) - first)} more` : "Show fewer"}
    </Button>
  );
  return [page, more];
}

interface FootProps extends Pick<AssetTableProps, "portfolio" | "actions"> {
  hasRows: boolean;
}

/** What the rows leave out: tokens that were not found, and hidden assets. */
function Foot({ portfolio, hasRows, actions }: FootProps) {
  if (!actions) return <LeftOut count={portfolio.coverage.hidden} />;
  return (
    <>
      {hasRows ? (
        <p className={own.absent}>
          Is a token missing?{" "}
          <Button tone="link" small onClick={() => actions.onAddToken(null)}>
            Add it by contract address
          </Button>
        </p>
      ) : null}
      {portfolio.hidden.length > 0 ? (
        <Suspense>
          <HiddenAssets hidden={portfolio.hidden} onShow={actions.onShow} />
        </Suspense>
      ) : null}
    </>
  );
}

interface RowsProps {
  table: TableSetup;
  rows: readonly ViewRow[];
  page: AssetPage;
  more: ReactNode;
}

/** The rows of the table, in groups if the view has some. */
function Rows({ table, rows, page, more }: RowsProps) {
  const { view, onView } = table;
  if (view.groupBy !== "asset")
    return (
      <Suspense fallback={<div className={own.loading} aria-busy="true" />}>
        <GroupedRows table={table} rows={rows} dust={page.dust} mode={view.groupBy} />
      </Suspense>
    );
  return (
    <>
      <TableFrame table={table} rows={rows} matching={page.matching} dust={page.dust} more={more}>
        <tbody>
          <AssetRows rows={page.rows} shown={page.rows} table={table} />
        </tbody>
      </TableFrame>
      {view.size === FIRST_ROWS && page.page === 0 ? null : <TableFoot page={page} view={view} onView={onView} />}
    </>
  );
}

/** The table of all assets. Search, order, filters and page come from the URL. */
export function AssetTable({
  portfolio,
  visitorToken,
  rows,
  colours,
  view,
  onView,
  hasCosts,
  ofAsset,
  actions,
}: AssetTableProps) {
  const { data: day } = useDayChange(visitorToken, portfolio);
  const [openId, onOpen] = useOpenAsset();
  const { gains, gained, gainOfAll } = useGains(rows, portfolio, visitorToken, hasCosts);
  const changed = withChanges(gained, day?.price_changes);
  const opened = changed.find(({ group }) => group === openId);
  const [page, more] = useAssetPage(changed, view, onView);
  const { networks, currency_code: currency } = portfolio;
  const hasLines = useMedia(WITH_LINES) && ofAsset !== null && gains !== "none";
  const table = { portfolio, visitorToken, colours, view, onView, gains, gainOfAll, hasLines, openId, onOpen, actions };
  const title = (
    <>
      Assets
      {rows.length === 0 && portfolioState(portfolio) === "reading" ? null : (
        <span className={own.count}>{shownOf(page.assets, portfolio.user_wallet.count)}</span>
      )}
    </>
  );
  return (
    <Card title={title} aside={<TableTools view={view} onView={onView} portfolio={portfolio} />} className={own.card}>
      {page.count === 0 ? (
        <Suspense fallback={<RowsSkeleton />}>
          <NoAssets
            portfolio={portfolio}
            view={view}
            onView={onView}
            onAdd={actions?.onAdd ?? null}
            onAddToken={actions?.onAddToken ?? null}
          />
        </Suspense>
      ) : (
        <Rows table={table} rows={changed} page={page} more={more} />
      )}
      <Foot portfolio={portfolio} hasRows={page.count > 0} actions={actions} />
      {opened ? (
        <Suspense>
          <AssetPanel
            row={opened}
            currency={currency}
            visitorToken={visitorToken}
            colour={colours.get(opened.group) ?? "var(--c8)"}
            chainColours={new Map(networks.map(({ chain, color }) => [chain, color]))}
            move={day?.moved.find(({ group }) => group === opened.group)}
            hasCosts={hasCosts}
            history={ofAsset?.(opened) ?? null}
            actions={actions}
            onClose={() => onOpen(null)}
          />
        </Suspense>
      ) : null}
    </Card>
  );
}
