import { type KeyboardEvent, type ReactNode, Suspense, useState } from "react";
import { shownOf } from "../../format/coverage";
import { compareDecimals, parseDecimal } from "../../format/decimal";
import { count } from "../../format/text";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { lazyPart } from "../../ui/lazyPart";
import { useMedia } from "../../ui/useMedia";
import { AssetHead } from "./AssetHead";
import { AssetLine } from "./AssetLine";
import own from "./assetTable.module.css";
import { type AssetPage, type AssetView, assetPage, type ViewRow, withChanges } from "./assetView";
import { LeftOut } from "./LeftOut";
import { portfolioState } from "./portfolioState";
import { useDayChange } from "./queries";
import { RowsSkeleton } from "./RowsSkeleton";
import type { PriceTarget } from "./SetPrice";
import { TableFoot, TableTools } from "./TableTools";
import css from "./table.module.css";
import type { Portfolio, UnreadWallet, VisitorToken } from "./types";
import { useGains } from "./useGains";
import { useOpenAsset } from "./useOpenAsset";

const AssetPanel = lazyPart(() => import("./AssetPanel"), "AssetPanel");
const HiddenAssets = lazyPart(() => import("./HiddenAssets"), "HiddenAssets");
const PriceLineCell = lazyPart(() => import("./PriceLineCell"), "PriceLineCell");
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

/** Moves the focus to the same control of the next or previous row. */
function moveByArrow(event: KeyboardEvent<HTMLTableElement>): void {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  const focused = document.activeElement;
  const from = focused?.closest("tr");
  if (step === 0 || !from || !(focused instanceof HTMLButtonElement)) return;
  const rows = [...event.currentTarget.querySelectorAll("tbody tr")].filter((row) => row.querySelector("button"));
  const place = [...from.querySelectorAll("button")].indexOf(focused);
  const buttons = rows[rows.indexOf(from) + step]?.querySelectorAll("button");
  const next = buttons?.[Math.min(place, buttons.length - 1)];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

const amountOf = (text: string) => parseDecimal(text) ?? { units: 0n, scale: 0 };

const colourIn = (colours: ReadonlyMap<string, string>, id: string) => colours.get(id) ?? "var(--c8)";

/** The largest share of all. */
function largestOf(rows: readonly ViewRow[]): string | null {
  const shares = rows.flatMap(({ share }) => (share === null ? [] : [share]));
  const larger = (a: string, b: string) => (compareDecimals(amountOf(a), amountOf(b)) < 0 ? b : a);
  return shares.length > 0 ? shares.reduce(larger) : null;
}

/** How many assets have their prices loaded together. */
const PRICED = 50;
/** The width from which the table has room for the prices over time. */
const WITH_LINES = "(min-width: 1320px)";

/** How many assets a phone shows at first. */
const FIRST_ON_PHONE = 6;

/** The rows that are shown, and on a phone a button that shows the others. */
function useShownRows({ rows, page, count: all }: AssetPage): [readonly ViewRow[], ReactNode] {
  const isPhone = useMedia("(max-width: 640px)");
  const [isLong, setLong] = useState(false);
  if (!isPhone || isLong || page > 0 || rows.length <= FIRST_ON_PHONE) return [rows, null];
  const more = (
    <p className={own.absent}>
      <Button tone="link" small onClick={() => setLong(true)}>
        Show {count(all - FIRST_ON_PHONE)} more
      </Button>
    </p>
  );
  return [rows.slice(0, FIRST_ON_PHONE), more];
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
  const { gains, gained } = useGains(rows, portfolio, visitorToken, hasCosts);
  const changed = withChanges(gained, day?.price_changes);
  const opened = changed.find(({ group }) => group === openId);
  const page = assetPage(changed, view);
  const [shown, more] = useShownRows(page);
  const { networks, currency_code: currency } = portfolio;
  const hasLines = useMedia(WITH_LINES) && ofAsset !== null && gains !== "none";
  const priced = shown.slice(0, PRICED).map(({ asset }) => asset);
  const lineOf = (row: ViewRow) => (
    <Suspense>
      <PriceLineCell row={row} currency={currency} assets={priced} visitorToken={visitorToken} />
    </Suspense>
  );
  // Bars compare shares of the whole total, so they are hidden while the rows are filtered.
  const largestShare = view.search || view.networks.length > 0 ? null : largestOf(rows);
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
        <section className={own.scroll} aria-label="Asset table" tabIndex={-1}>
          <table
            aria-label="Assets"
            className={`${css.table} ${own.columns}`}
            data-gains={gains === "none" ? undefined : gains}
            data-lines={hasLines || undefined}
            onKeyDown={moveByArrow}
          >
            <AssetHead view={view} onView={onView} gains={gains} hasLines={hasLines} />
            <tbody>
              {shown.map((row) => (
                <AssetLine
                  key={row.id}
                  row={row}
                  currency={currency}
                  colour={colourIn(colours, row.group)}
                  sorted={view.sort}
                  gains={gains}
                  line={hasLines ? lineOf(row) : null}
                  largestShare={largestShare}
                  isOpen={openId === row.group}
                  onOpen={() => onOpen(row.group)}
                  actions={actions}
                />
              ))}
            </tbody>
          </table>
        </section>
      )}
      {more ?? <TableFoot page={page} view={view} onView={onView} portfolio={portfolio} />}
      <Foot portfolio={portfolio} hasRows={page.count > 0} actions={actions} />
      {opened ? (
        <Suspense>
          <AssetPanel
            row={opened}
            currency={currency}
            visitorToken={visitorToken}
            colour={colourIn(colours, opened.group)}
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
