import { secretIn } from "../../format/secret";
import { shortAddress } from "../../format/text";
import { assetIdLabel } from "./assetLabels";
import { codesOfKinds, KINDS, occurringKinds } from "./kinds";
import { type Period, periodMoments, periodWords } from "./period";
import type { Condition, ConditionKey, FilterOption, HistoryFilters, SortKey } from "./types";

/** The filters that take several values. */
export const CHOICES = ["year", "asset", "kind", "wallet"] as const;
export type ChoiceKey = (typeof CHOICES)[number];

/** What the page shows: filters, order and page. */
export interface HistoryView extends Record<ChoiceKey, readonly string[]> {
  search: string;
  /** The days that are shown, or the moments that a link names; null for all time. */
  period: Period | null;
  hideDust: boolean;
  sort: SortKey;
  ascending: boolean;
  /** Zero-based. */
  page: number;
  size: number;
}

/** The initial page size. */
export const FIRST_SIZE = 10;

export const SORT_KEYS: readonly SortKey[] = ["time", "from", "to", "asset", "usd_value"];

/** Everything, newest first. */
export const EVERYTHING: HistoryView = {
  search: "",
  period: null,
  year: [],
  asset: [],
  kind: [],
  wallet: [],
  hideDust: true,
  sort: "time",
  ascending: false,
  page: 0,
  size: FIRST_SIZE,
};

/** The conditions of a view. "All" and an empty search are no conditions. */
export function conditionsOf(view: HistoryView): Condition[] {
  const search = view.search.trim();
  const all = (key: ConditionKey, values: readonly string[]) => values.map((value) => ({ key, value }));
  const [from, to] = view.period ? periodMoments(view.period) : [];
  return [
    ...(search ? all("search", [search]) : []),
    ...CHOICES.flatMap((key) => all(key, key === "kind" ? codesOfKinds(view.kind) : view[key])),
    ...(from && to ? [...all("from", [from]), ...all("to", [to])] : []),
    ...(view.hideDust ? [{ key: "dust", value: "true" } as const] : []),
  ];
}

export const sortsOf = ({ sort, ascending }: HistoryView) => [{ key: sort, value: ascending }];

/** Clears the filters and the order; the page size stays. */
export const cleared = ({ size }: HistoryView): HistoryView => ({ ...EVERYTHING, size });

/** Whether a filter other than dust is set. */
export const isNarrowed = (view: HistoryView): boolean =>
  view.search.trim() !== "" || view.period !== null || CHOICES.some((key) => view[key].length > 0);

/** Whether the counts of the server, which are of the whole history, are those under all filters but `own`. */
export const countsApply = (view: HistoryView, own: Partial<HistoryView>): boolean =>
  !view.hideDust && !isNarrowed({ ...view, ...own });

/** An extended key is longer than any address or hash. It reveals many addresses, so it must not appear in a URL. */
const EXTENDED_KEY = 111;

/**
 * Whether a search leaves the browser. Six words may be the first half of a recovery phrase that is still being typed, so they
 * are neither sent nor written to the URL; an extended key is not either.
 */
export const maySearch = (search: string): boolean =>
  search.trim().length < EXTENDED_KEY && secretIn(search, "address") !== "recovery phrase";

/** How many hex digits of a hash are searched for: enough to find one transaction, and too few to guess the rest of a key. */
export const HASH_DIGITS = 16;

/**
 * A search as it is sent and written to the URL. The hash of a transaction looks like a private key, so only its beginning leaves
 * the browser.
 */
export const shortened = (search: string): string => {
  const [, prefix = "", digits = ""] = /^(0x)?([\da-f]{64})$/i.exec(search.trim()) ?? [];
  return digits === "" ? search : prefix + digits.slice(0, HASH_DIGITS);
};

/** The values that the server offers for a filter; none while they are loading. */
export const optionsOf = (filters: HistoryFilters | undefined, key: ChoiceKey): readonly FilterOption[] => {
  if (!filters) return [];
  const { year_filter, asset_filters, wallet_filters } = filters;
  return { year: year_filter, asset: asset_filters, kind: occurringKinds(filters), wallet: wallet_filters }[key];
};

/** The words for a value that the server does not name, or not yet. */
function unlistedLabel(value: string, key: ChoiceKey, filters: HistoryFilters | undefined): string {
  if (key === "kind") return KINDS.find(({ id }) => id === value)?.name ?? value;
  if (key === "asset") return assetIdLabel(value, filters);
  return key === "wallet" ? shortAddress(value) : value;
}

/** The chosen values of a filter as people know them. */
export const labelsOf = (view: HistoryView, key: ChoiceKey, filters: HistoryFilters | undefined): string[] =>
  view[key].map(
    (value) =>
      optionsOf(filters, key).find((option) => option.value === value)?.label ?? unlistedLabel(value, key, filters),
  );

/** The filters in words: `Nothing matches “uniswap” in 2025 or 2026 of the kind Mint in Savings.` */
export function filterWords(view: HistoryView, filters: HistoryFilters | undefined, dollar: string): string {
  const search = view.search.trim();
  const named = (key: ChoiceKey) => labelsOf(view, key, filters).join(" or ");
  const parts = [
    search ? `“${search}”` : "",
    view.year.length > 0 ? `in ${named("year")}` : "",
    view.period ? `on ${periodWords(view.period)}` : "",
    view.asset.length > 0 ? `with ${named("asset")}` : "",
    view.kind.length > 0 ? `of the kind ${named("kind")}` : "",
    view.wallet.length > 0 ? `in ${named("wallet")}` : "",
    view.hideDust ? `worth ${dollar} or more` : "",
  ].filter(Boolean);
  return `${search ? "Nothing matches" : "No entries"} ${parts.join(" ")}.`;
}
