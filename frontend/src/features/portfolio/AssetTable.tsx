import { type KeyboardEvent, Suspense } from "react";
import { shownOf } from "../../format/coverage";
import { compareDecimals, parseDecimal } from "../../format/decimal";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Icon } from "../../ui/Icon";
import { lazyPart } from "../../ui/lazyPart";
import { AssetLine } from "./AssetLine";
import own from "./assetTable.module.css";
import { type AssetView, assetPage, type SortKey, type ViewRow, withChanges } from "./assetView";
import { LeftOut } from "./LeftOut";
import { portfolioState } from "./portfolioState";
import { useDayChange } from "./queries";
import { RowsSkeleton } from "./RowsSkeleton";
import type { PriceTarget } from "./SetPrice";
import { TableFoot, TableTools } from "./TableTools";
import css from "./table.module.css";
import type { Portfolio, UnreadWallet, VisitorToken } from "./types";
import { useOpenAsset } from "./useOpenAsset";

const AssetPanel = lazyPart(() => import("./AssetPanel"), "AssetPanel");
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
  /** Null in a view-only portfolio. */
  actions: TableActions | null;
}

const columns: readonly { key: SortKey; label: string; isNumber: boolean }[] = [
  { key: "name", label: "Asset", isNumber: false },
  { key: "price", label: "Price", isNumber: true },
  { key: "change", label: "24 h", isNumber: true },
  { key: "amount", label: "Quantity", isNumber: true },
  { key: "value", label: "Value", isNumber: true },
  { key: "share", label: "Share", isNumber: false },
];

type ViewProps = Pick<AssetTableProps, "view" | "onView">;

/** The column headers. A click sorts, a second click reverses the order. */
function Head({ view, onView }: ViewProps) {
  const sortBy = (key: SortKey) =>
    onView({ sort: key, ascending: key === view.sort ? !view.ascending : key === "name" });
  return (
    <thead>
      <tr>
        {columns.map(({ key, label, isNumber }) => (
          <th
            key={key}
            scope="col"
            className={isNumber ? css.num : undefined}
            {...(key === view.sort ? { "aria-sort": view.ascending ? "ascending" : "descending" } : {})}
          >
            <button type="button" onClick={() => sortBy(key)}>
              {label}
              {key === view.sort ? <Icon name={view.ascending ? "up" : "down"} size={12} /> : null}
            </button>
          </th>
        ))}
        <th scope="col">Held in</th>
      </tr>
    </thead>
  );
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

/** The table of all assets. Search, order, filters and page come from the URL. */
export function AssetTable({ portfolio, visitorToken, rows, colours, view, onView, actions }: AssetTableProps) {
  const { data: day } = useDayChange(visitorToken, portfolio);
  const [openId, onOpen] = useOpenAsset();
  const changed = withChanges(rows, day?.price_changes);
  const opened = changed.find(({ group }) => group === openId);
  const page = assetPage(changed, view);
  const { networks, currency_code: currency } = portfolio;
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
          <table className={`${css.table} ${own.columns}`} onKeyDown={moveByArrow}>
            <Head view={view} onView={onView} />
            <tbody>
              {page.rows.map((row) => (
                <AssetLine
                  key={row.id}
                  row={row}
                  currency={currency}
                  colour={colourIn(colours, row.group)}
                  sorted={view.sort}
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
      <TableFoot page={page} view={view} onView={onView} portfolio={portfolio} />
      {actions && page.count > 0 ? (
        <p className={own.absent}>
          Is a token missing?{" "}
          <Button tone="link" small onClick={() => actions.onAddToken(null)}>
            Add it by contract address
          </Button>
        </p>
      ) : null}
      {actions && portfolio.hidden.length > 0 ? (
        <Suspense>
          <HiddenAssets hidden={portfolio.hidden} onShow={actions.onShow} />
        </Suspense>
      ) : null}
      {actions ? null : <LeftOut count={portfolio.coverage.hidden} />}
      {opened ? (
        <Suspense>
          <AssetPanel
            row={opened}
            currency={currency}
            visitorToken={visitorToken}
            colour={colourIn(colours, opened.group)}
            chainColours={new Map(networks.map(({ chain, color }) => [chain, color]))}
            actions={actions}
            onClose={() => onOpen(null)}
          />
        </Suspense>
      ) : null}
    </Card>
  );
}
