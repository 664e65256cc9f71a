import { addDecimals, compareDecimals, type Decimal, decimalText, parseDecimal } from "../../format/decimal";
import { nearestPage } from "../../ui/Pages";
import type { AssetPart, AssetRow, Portfolio } from "./queries";

export const SORTS = ["name", "price", "amount", "value", "share"] as const;
export type SortKey = (typeof SORTS)[number];

/** How the table is looked at; it lives in the page's address. */
export interface AssetView {
  search: string;
  sort: SortKey;
  ascending: boolean;
  showDust: boolean;
  network: string;
  page: number;
  size: number;
}

/** A part with the id under which its figures are explained. */
export interface ViewPart extends AssetPart {
  valueFigure: string | undefined;
  priceFigure: string | undefined;
}

/** A row of the table as it is shown. */
export interface ViewRow extends Omit<AssetRow, "parts"> {
  parts: ViewPart[];
  valueFigure: string | undefined;
  priceFigure: string | undefined;
}

/** The sum of what is known; null where nothing is. */
export function sumKnown(amounts: readonly (string | null)[]): string | null {
  const known = amounts.map((amount) => (amount === null ? null : parseDecimal(amount))).filter((one) => one !== null);
  return known.length === 0 ? null : decimalText(known.reduce(addDecimals));
}

/** Joins the rows of an answer with the ids of their figures. */
export function viewRows({ user_wallet, figures }: Portfolio): ViewRow[] {
  return user_wallet.assets.map((row, i) => {
    const at = `/user_wallet/assets/${i}`;
    const parts = row.parts.map((part, k) => ({
      ...part,
      valueFigure: figures[`${at}/parts/${k}/value`],
      priceFigure: figures[`${at}/parts/${k}/price`] ?? figures[`${at}/price`],
    }));
    return { ...row, parts, valueFigure: figures[`${at}/value`], priceFigure: figures[`${at}/price`] };
  });
}

/** The row as far as one network holds it; one part brings its own figures, a sum of several can be opened part by part. */
function onNetwork(row: ViewRow, network: string): ViewRow | null {
  const parts = row.parts.filter((part) => part.chain === network);
  const [first] = parts;
  if (!first) return null;
  if (parts.length === row.parts.length) return row;
  return {
    ...row,
    parts,
    asset: first.asset,
    amount: sumKnown(parts.map((part) => part.amount)),
    value: sumKnown(parts.map((part) => part.value)),
    share: sumKnown(parts.map((part) => part.share)),
    ...(parts.length === 1
      ? { price: first.price, priceFigure: first.priceFigure, valueFigure: first.valueFigure }
      : { valueFigure: undefined }),
  };
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
/** What has no value goes last, whatever the order. */
const knownFirst: Compare = (a, b) => Number(a.value === null) - Number(b.value === null);

/** Orders by a figure; rows that lack it go last. */
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

/** What the table shows and what it leaves out. */
export interface AssetPage {
  rows: ViewRow[];
  /** All rows that match, dust aside. */
  count: number;
  page: number;
  pages: number;
  /** Rows that the dust switch leaves out, and what they are worth. */
  dust: number;
  dustValue: string | null;
}

/** Filters, orders and cuts the rows. */
export function assetPage(rows: readonly ViewRow[], view: AssetView): AssetPage {
  const here = view.network ? rows.map((row) => onNetwork(row, view.network)) : rows;
  const matching = here.filter((row): row is ViewRow => row !== null && matches(row, view.search));
  const dust = view.showDust ? [] : matching.filter((row) => row.dust);
  const shown = view.showDust ? matching : matching.filter((row) => !row.dust);
  const sorted = [...shown].sort(compareBy(view.sort, view.ascending));
  const pages = Math.max(1, Math.ceil(sorted.length / view.size));
  const page = nearestPage(view.page, pages);
  return {
    rows: sorted.slice(page * view.size, (page + 1) * view.size),
    count: sorted.length,
    page,
    pages,
    dust: dust.length,
    dustValue: sumKnown(dust.map((row) => row.value)),
  };
}
