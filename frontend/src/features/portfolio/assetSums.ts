import { compareDecimals, type Decimal, magnitude, parseDecimal, subtractDecimals, sumOf } from "../../format/decimal";
import { changeInPercent } from "../../format/quantity";
import { assetsIn } from "./assetPage";
import type { AssetView, ViewRow } from "./assetView";
import type { Gain, Portfolio } from "./types";
import { isOwed } from "./valued";

/** A sum of an answer, with the id under which the server explains it. */
export interface ExplainedSum {
  amount: string | null;
  figure: string | undefined;
}

/** The sum of the gains that are known. */
interface GainSum extends Omit<Gain, "cost" | "isPartial"> {
  /** The number of assets in it. */
  assets: number;
  /** How many of them count only in part. */
  partly: number;
}

/** The sum at the foot of the table. */
export interface TableSum extends ExplainedSum {
  /** Whether it is that of everything, not only of what a search or filter leaves. */
  isWhole: boolean;
  share: string | null;
  /** The number of assets in it, with dust also while that is hidden. */
  assets: number;
  /** How many of them have no value, and how many count only in part. */
  unpriced: number;
  partly: number;
  /** What is owed, which the sum is after; null if nothing is. */
  debts: string | null;
  gain: GainSum | null;
}

/** Each row is rounded, so that their sum can differ from that of the answer by less than this. */
const ROUNDING: Decimal = { units: 1n, scale: 9 };

const isSame = (a: string, b: string | null): boolean => {
  const [left, right] = [parseDecimal(a), parseDecimal(b ?? "")];
  return left !== null && right !== null && compareDecimals(magnitude(subtractDecimals(left, right)), ROUNDING) < 0;
};

/** The assets of which all parts are among the rows. What a part gained is not known. */
function wholeAssets(rows: readonly ViewRow[], all: readonly ViewRow[]): ViewRow[] {
  const held = new Map<string, number>();
  for (const { group, parts } of rows) held.set(group, (held.get(group) ?? 0) + parts.length);
  return all.filter(({ group, parts }) => held.get(group) === parts.length);
}

/** The sum of the known gains. It is explained where it is the gain of everything that the answer states. */
function gainSum(rows: readonly ViewRow[], all: ExplainedSum | null): GainSum | null {
  const gains = rows.flatMap(({ gained }) => (gained ? [gained] : []));
  const amount = sumOf(gains.map((gain) => gain.amount));
  if (amount === null) return null;
  const cost = sumOf(gains.map((gain) => gain.cost)) ?? "";
  return {
    amount,
    percent: changeInPercent(cost, sumOf([cost, amount]) ?? ""),
    figure: all !== null && isSame(amount, all.amount) ? all.figure : undefined,
    assets: gains.length,
    partly: gains.filter(({ isPartial }) => isPartial).length,
  };
}

/** The sum of the values: that of the answer where it states one, else the exact sum of the rows. */
function valueSum(portfolio: Portfolio, rows: readonly ViewRow[], { search, networks }: AssetView): ExplainedSum {
  const { total, figures } = portfolio;
  const [only, ...others] = networks;
  const place = portfolio.networks.findIndex(({ chain }) => chain === only);
  const onNetwork = portfolio.networks[place];
  if (search.trim() === "" && only === undefined) return { amount: total, figure: figures["/total"] };
  if (search.trim() === "" && others.length === 0 && onNetwork)
    return { amount: onNetwork.value, figure: figures[`/networks/${place}/value`] };
  return { amount: sumOf(rows.map(({ value }) => value)), figure: undefined };
}

/** Sums up the rows that match, which are parts of the assets in `all`. */
export function tableSum(
  portfolio: Portfolio,
  all: readonly ViewRow[],
  matching: readonly ViewRow[],
  view: AssetView,
  gainOfAll: ExplainedSum | null,
): TableSum {
  const isWhole = view.search.trim() === "" && view.networks.length === 0;
  const debts = sumOf(matching.filter(isOwed).map(({ value }) => value));
  const valued = new Set(matching.filter(({ value }) => value !== null).map(({ group }) => group));
  const assetsWith = (isMeant: (row: ViewRow) => boolean) => assetsIn(matching.filter(isMeant));
  return {
    ...valueSum(portfolio, matching, view),
    isWhole,
    share: isWhole ? (portfolio.total === null ? null : "100") : sumOf(matching.map(({ share }) => share)),
    assets: assetsIn(matching),
    unpriced: assetsWith(({ group }) => !valued.has(group)),
    partly: assetsWith((row) => valued.has(row.group) && row.state !== "priced"),
    debts,
    gain: gainSum(wholeAssets(matching, all), gainOfAll),
  };
}
