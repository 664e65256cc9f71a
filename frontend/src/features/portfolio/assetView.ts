import { compareDecimals, type Decimal, parseDecimal } from "../../format/decimal";
import { nearestPage } from "../../ui/paging";
import type { AssetOnChain, AssetPart, AssetRow, Gain, ManualPrice, Portfolio, Rest } from "./types";

export const SORTS = ["name", "price", "change", "amount", "value", "gain", "share"] as const;
export type SortKey = (typeof SORTS)[number];

/** The search, order, filters and page of the table, kept in the URL. */
export interface AssetView {
  search: string;
  sort: SortKey;
  ascending: boolean;
  showDust: boolean;
  /** The chains; empty for all. */
  networks: readonly string[];
  page: number;
  size: number;
}

/** The ids of the explained figures of a row. */
interface Figures {
  valueFigure: string | undefined;
  priceFigure: string | undefined;
}

export interface ViewPart extends AssetPart, Figures {
  /** Whether its price is a manual price. */
  isManualPrice: boolean;
  /** The path of the image of its network. */
  chainMark: string | null;
}
type ViewOnChain = AssetOnChain & Figures;

/** The remainder of a ranking, with the id of its figure. */
export interface ViewRest extends Rest {
  valueFigure: string | undefined;
}

/** A row of the table. */
export interface ViewRow extends Omit<AssetRow, "parts" | "chains" | "rest">, Figures {
  /** Unique among the rows shown. */
  id: string;
  /** The network, if the row is the part of an asset on one network; null for the whole asset. */
  only: string | null;
  /** The assets of the group on all networks; they share one price. */
  assets: ManualPrice[];
  parts: ViewPart[];
  chains: ViewOnChain[];
  rest: ViewRest | null;
  /** The change of its price in 24 hours in percent; null if not known. */
  change: string | null;
  /** What it gained since its cost in money; null if not known. The table sorts by it. */
  gain: string | null;
  gained: Gain | null;
}

type Ids = Portfolio["figures"];

const figuresAt = (figures: Ids, at: string): Figures => ({
  valueFigure: figures[`${at}/value`],
  priceFigure: figures[`${at}/price`],
});

/** Adds the id of its figure to the remainder of a ranking. */
export const viewRest = (rest: Rest | null, figures: Ids, at: string): ViewRest | null =>
  rest && { ...rest, valueFigure: figures[`${at}/rest/value`] };

/** Adds the ids of their figures and the manual prices to the rows of an answer. */
export function viewRows({ user_wallet, asset_prices, figures, networks }: Portfolio): ViewRow[] {
  const marks = new Map(networks.map(({ chain, mark }) => [chain, mark]));
  const manualPriceOf = (asset: string): ManualPrice => {
    const known = asset_prices[asset];
    return { asset, price: known?.manual ? known.price : null };
  };
  return user_wallet.assets.map((row, i) => {
    const at = `/user_wallet/assets/${i}`;
    return {
      ...row,
      ...figuresAt(figures, at),
      id: row.group,
      only: null,
      assets: [...new Set(row.parts.map(({ asset }) => asset))].map(manualPriceOf),
      parts: row.parts.map((part, k) => ({
        ...part,
        ...figuresAt(figures, `${at}/parts/${k}`),
        isManualPrice: manualPriceOf(part.asset).price !== null,
        chainMark: marks.get(part.chain) ?? null,
      })),
      chains: row.chains.map((one, k) => ({ ...one, ...figuresAt(figures, `${at}/chains/${k}`) })),
      rest: viewRest(row.rest, figures, at),
      change: null,
      gain: null,
      gained: null,
    };
  });
}

/** Adds the price changes to the rows, by group. */
export const withChanges = (rows: readonly ViewRow[], changes: Readonly<Record<string, string>> = {}): ViewRow[] =>
  rows.map((row) => ({ ...row, change: row.price === null ? null : (changes[row.group] ?? null) }));

/**
 * The row narrowed to the networks: the whole row if they hold all of it, else one row per network, as the server sums it.
 * Nothing is added up here, so that every figure has an explanation on the server.
 */
function onNetworks(row: ViewRow, networks: readonly string[]): ViewRow[] {
  const held = new Set(row.parts.map((part) => part.chain));
  const wanted = networks.filter((network) => held.has(network));
  if (wanted.length === held.size) return [row];
  return wanted.flatMap((network) => {
    const there = row.chains.find(({ chain }) => chain === network);
    const parts = row.parts.filter((part) => part.chain === network);
    if (!there) return [];
    const manual_price = parts.some(({ asset, isManualPrice }) => isManualPrice && asset === there.asset);
    return { ...row, ...there, id: `${row.id} ${network}`, only: parts[0]?.chain_name ?? null, manual_price, parts };
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

/** A page of the table. */
export interface AssetPage {
  rows: ViewRow[];
  /** The number of matching rows without dust. An asset on several chosen networks has several. */
  count: number;
  /** The number of their assets. */
  assets: number;
  page: number;
  pages: number;
  /** The number of assets hidden as dust. */
  dust: number;
}

const assetsIn = (rows: readonly ViewRow[]): number => new Set(rows.map(({ group }) => group)).size;

/** Filters, sorts and paginates the rows. */
export function assetPage(rows: readonly ViewRow[], view: AssetView): AssetPage {
  const here = view.networks.length > 0 ? rows.flatMap((row) => onNetworks(row, view.networks)) : rows;
  const matching = here.filter((row) => matches(row, view.search));
  const dust = view.showDust ? [] : matching.filter((row) => row.dust);
  const shown = view.showDust ? matching : matching.filter((row) => !row.dust);
  const sorted = [...shown].sort(compareBy(view.sort, view.ascending));
  const pages = Math.max(1, Math.ceil(sorted.length / view.size));
  const page = nearestPage(view.page, pages);
  return {
    rows: sorted.slice(page * view.size, (page + 1) * view.size),
    count: sorted.length,
    assets: assetsIn(sorted),
    page,
    pages,
    dust: assetsIn(dust),
  };
}
