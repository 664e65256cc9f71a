import type { Mode } from "./allocation";
import type { AssetOnChain, AssetPart, AssetRow, Gain, ManualPrice, Portfolio, Rest } from "./types";

export const SORTS = ["name", "price", "change", "value", "gain", "share"] as const;
export type SortKey = (typeof SORTS)[number];

/** The rows of the table before more are requested. */
export const FIRST_ROWS = 8;

/** The search, order, filters, groups and page of the table, kept in the URL. */
export interface AssetView {
  search: string;
  /** What the rows are grouped by; `asset` for no groups. */
  groupBy: Mode;
  sort: SortKey;
  ascending: boolean;
  showDust: boolean;
  /** The chains; empty for all. */
  networks: readonly string[];
  page: number;
  /** The rows on a page; `FIRST_ROWS` until more are requested. */
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
  /** The network to name, if the row is the part of an asset on one network; null for the whole asset. */
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
