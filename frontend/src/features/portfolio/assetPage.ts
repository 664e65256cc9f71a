import { compareDecimals, type Decimal, parseDecimal } from "../../format/decimal";
import { nearestPage } from "../../ui/paging";
import type { AssetView, SortKey, ViewRow } from "./assetView";

/**
 * The row narrowed to the networks: the whole row if they hold all of it, else one row per network, as the server sums it.
 * Nothing is added up here, so that every figure has an explanation on the server.
 */
export function onNetworks(row: ViewRow, networks: readonly string[]): ViewRow[] {
  const held = new Set(row.parts.map((part) => part.chain));
  const wanted = networks.filter((network) => held.has(network));
  if (wanted.length === held.size) return [row];
  return wanted.flatMap((network) => {
    const there = row.chains.find(({ chain }) => chain === network);
    const parts = row.parts.filter((part) => part.chain === network);
    if (!there) return [];
    const manual_price = parts.some(({ asset, isManualPrice }) => isManualPrice && asset === there.asset);
    const only = parts[0]?.chain_name ?? null;
    // What a part of an asset gained is not known, because its cost is known of the whole asset.
    return { ...row, ...there, id: `${row.id} ${network}`, only, manual_price, parts, gain: null, gained: null };
  });
}

function matches(row: ViewRow, search: string): boolean {
  const wanted = search.trim().toLowerCase();
  if (wanted === "") return true;
  const texts = [row.name, row.symbol, row.asset, ...row.parts.map((part) => part.wallet_label)];
  return texts.some((text) => text.toLowerCase().includes(wanted));
}

const decimalOf = (amount: string | null): Decimal | null => (amount === null ? null : parseDecimal(amount));

type Compare = (a: ViewRow, b: ViewRow) => number;

const byName: Compare = (a, b) => a.name.localeCompare(b.name, "en");
/** Rows without a value come last in either order. */
const knownFirst: Compare = (a, b) => Number(a.value === null) - Number(b.value === null);

/** Sorts by a figure; rows without it come last. */
function byFigure(key: Exclude<SortKey, "name">, direction: 1 | -1): Compare {
  return (a, b) => {
    const left = decimalOf(a[key]);
    const right = decimalOf(b[key]);
    if (left && right) return direction * compareDecimals(left, right);
    return Number(left === null) - Number(right === null);
  };
}

function compareBy(sort: SortKey, ascending: boolean): Compare {
  const direction = ascending ? 1 : -1;
  const main: Compare = sort === "name" ? (a, b) => direction * byName(a, b) : byFigure(sort, direction);
  return (a, b) => knownFirst(a, b) || main(a, b) || byName(a, b);
}

/** The rows on the chosen networks, and all rows if none is chosen. */
export const narrowed = (rows: readonly ViewRow[], { networks }: AssetView): readonly ViewRow[] =>
  networks.length > 0 ? rows.flatMap((row) => onNetworks(row, networks)) : rows;

/** The rows of which the search finds a name, a symbol or a wallet. */
export const found = <Row extends ViewRow>(rows: readonly Row[], { search }: AssetView): Row[] =>
  rows.filter((row) => matches(row, search));

/** The number of assets that the rows are of. */
export const assetsIn = (rows: readonly ViewRow[]): number => new Set(rows.map(({ group }) => group)).size;

/** The rows without dust while that is hidden, in the order of the view. */
export const listed = <Row extends ViewRow>(rows: readonly Row[], view: AssetView): Row[] =>
  rows.filter((row) => view.showDust || !row.dust).sort(compareBy(view.sort, view.ascending));

/** A page of the table. */
export interface AssetPage {
  rows: ViewRow[];
  /** Every row that matches, also those of assets that are hidden as dust. */
  matching: ViewRow[];
  /** The number of matching rows without dust. An asset on several chosen networks has several. */
  count: number;
  /** The number of their assets. */
  assets: number;
  page: number;
  pages: number;
  /** The number of assets hidden as dust. */
  dust: number;
}

/** Filters, sorts and paginates the rows. */
export function assetPage(rows: readonly ViewRow[], view: AssetView): AssetPage {
  const matching = found(narrowed(rows, view), view);
  const sorted = listed(matching, view);
  const pages = Math.max(1, Math.ceil(sorted.length / view.size));
  const page = nearestPage(view.page, pages);
  const assets = assetsIn(sorted);
  return {
    rows: sorted.slice(page * view.size, (page + 1) * view.size),
    matching,
    count: sorted.length,
    assets,
    page,
    pages,
    dust: assetsIn(matching) - assets,
  };
}
