import {
  getCostGaps,
  getEntry,
  getTransactionFilter,
  getTransactionSums,
  ProblemError,
  searchTransaction,
} from "@spyhop/sdk";
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCurrency } from "../../format/currency";
import { historyKey, invalidate, portfolioKey } from "../../queries/keys";
import { useAnchors } from "./anchors";
import { withAssetLabels } from "./assetLabels";
import {
  awaitsPrice,
  awaitsPrices,
  leavesAwaitedOut,
  reachesTooFew,
  rowsToCover,
  withLaterPrices,
} from "./awaitedPrices";
import { conditionsOf, EVERYTHING, type HistoryView, sortsOf } from "./conditions";
import type { EntryDetails, HistoryPage, PageRequest, RowGap } from "./types";
import { toEntryDetails, toHistoryPage, withCostGaps } from "./view";
import { authorizedAs, type HistoryVisitor, useVisitor } from "./visitor";

/** The polling interval of the coverage while accounts are being read, with the event stream and without it. */
const LIVE_MS = 15_000;
const READING_MS = 4_000;
/** And after that. */
const QUIET_MS = 60_000;
/** The polling interval of rows whose prices are being requested: the first, which doubles, and the longest. */
const FIRST_PRICES_MS = 1_000;
const PRICES_MS = 10_000;

/** Most prices are known seconds after a history was read, some after minutes. Failures are no reason to ask more often. */
const pricesInterval = ({ dataUpdateCount, errorUpdateCount }: PollCounts): number =>
  Math.min(PRICES_MS, FIRST_PRICES_MS * 2 ** (dataUpdateCount + errorUpdateCount));

interface PollCounts {
  dataUpdateCount: number;
  errorUpdateCount: number;
}

/** Whether a share session has ended: it expired, or its link was renewed or turned off. */
export const isSessionOver = (problem: Error | null): boolean =>
  problem instanceof ProblemError && problem.status === 401;

/** The request of a page of a view. */
export function requestOf(view: HistoryView, currency: string, after: string | null = null): PageRequest {
  return {
    start: view.page * view.size,
    after,
    limit: view.size,
    conditions: conditionsOf(view),
    sorts: sortsOf(view),
    currency_code: currency,
  };
}

/** Loads a page of entries. */
export const fetchPage = async (
  request: PageRequest,
  visitor: Pick<HistoryVisitor, "token"> | null,
  signal: AbortSignal,
): Promise<HistoryPage> => toHistoryPage(await searchTransaction(request, { signal, ...authorizedAs(visitor) }));

const pageOptions = (
  view: HistoryView,
  currency: string,
  visitor: HistoryVisitor | null,
  after: string | null = null,
) => {
  const request = requestOf(view, currency, after);
  return queryOptions({
    queryKey: [...historyKey, "page", request, visitor?.token],
    queryFn: ({ signal }) => fetchPage(request, visitor, signal),
    placeholderData: keepPreviousData,
    // A newer revision is announced above the rows and shown on request, so that no row moves by itself.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
};

/** One page of the history. Values whose prices were still being requested appear without a press; rows do not move.
 * The page is outdated where a row would no longer be in it. */
export function useHistoryPage(view: HistoryView) {
  const [client, currency, visitor] = [useQueryClient(), useCurrency(), useVisitor()];
  const anchors = useAnchors(view, currency);
  const after = anchors.before(view.page);
  const options = pageOptions(view, currency, visitor, after);
  const query = useQuery(options);
  const { data, dataUpdatedAt, isPlaceholderData } = query;
  if (data && !isPlaceholderData) anchors.set(view.page, data);
  const queryKey = [...historyKey, "prices", ...options.queryKey.slice(historyKey.length)];
  const later = useQuery({
    queryKey,
    queryFn: ({ signal }) => {
      const known = client.getQueryData<HistoryPage>(queryKey);
      const request = requestOf(view, currency, after);
      return fetchPage(data && known ? { ...request, limit: rowsToCover(data, known) } : request, visitor, signal);
    },
    enabled: !isPlaceholderData && awaitsPrices(data),
    initialData: data,
    initialDataUpdatedAt: dataUpdatedAt,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => {
      const mayBeKnown = awaitsPrices(state.data) || (data && state.data && reachesTooFew(data, state.data));
      return mayBeKnown ? pricesInterval(state) : false;
    },
  });
  const gaps = useCostGaps(data, isPlaceholderData, currency, visitor);
  const base = { ...query, gaps };
  if (!data || !later.data || later.dataUpdatedAt <= dataUpdatedAt) {
    return { ...base, data: data && withCostGaps(data, gaps.data), isOutdated: false };
  }
  const isOutdated = leavesAwaitedOut(data, later.data) && !reachesTooFew(data, later.data);
  return { ...base, data: withCostGaps(withLaterPrices(data, later.data), gaps.data), isOutdated };
}

/** Loads what the entries of a request add up to. */
export const fetchSums = (
  { conditions, currency_code }: Pick<PageRequest, "conditions" | "currency_code">,
  visitor: Pick<HistoryVisitor, "token"> | null,
  signal: AbortSignal,
) => getTransactionSums({ conditions, currency_code }, { signal, ...authorizedAs(visitor) });

/**
 * What the entries of a view add up to, and how many there are of each kind under its other filters. They are those of the entries
 * that are shown, so that they change with the revision.
 */
export function useSums(view: HistoryView, revision: string | undefined) {
  const visitor = useVisitor();
  const request = { conditions: conditionsOf(view), currency_code: useCurrency() };
  return useQuery({
    queryKey: [...historyKey, "sums", request, revision, visitor?.token],
    queryFn: ({ signal }) => fetchSums(request, visitor, signal),
    enabled: revision !== undefined,
    placeholderData: keepPreviousData,
  });
}

const fetchCostGaps = async (entries: string[], currency: string, signal: AbortSignal): Promise<RowGap[]> =>
  (await getCostGaps({ entries, currency_code: currency }, { signal })).gaps;

/** The costs that the rows of a page lack. They follow from what the owner added, so that visitors have none. */
function useCostGaps(
  page: HistoryPage | undefined,
  isPlaceholder: boolean,
  currency: string,
  visitor: HistoryVisitor | null,
) {
  const entries = page?.results.map(({ entry }) => entry) ?? [];
  return useQuery({
    queryKey: [...historyKey, "cost-gaps", entries, page?.revision, currency],
    queryFn: ({ signal }) => fetchCostGaps(entries, currency, signal),
    enabled: !visitor && !isPlaceholder && entries.length > 0,
    placeholderData: keepPreviousData,
  });
}

/** The page runs the query once and hands its result, or its failure, to the parts that show it. */
export type HistoryPageQuery = ReturnType<typeof useHistoryPage>;

/** Returns a function that loads the rows of another page of the same view. */
export function useLoadPage(view: HistoryView) {
  const client = useQueryClient();
  const currency = useCurrency();
  const visitor = useVisitor();
  return (page: number) => client.ensureQueryData(pageOptions({ ...view, page }, currency, visitor));
}

/**
 * The newest coverage, count and revision for the same conditions, without rows. It is below `portfolioKey`, so events of the
 * server refetch it.
 */
export function useLatest(view: HistoryView, isLive: boolean) {
  const visitor = useVisitor();
  const request = { ...requestOf({ ...view, page: 0 }, useCurrency()), limit: 1 };
  return useQuery({
    queryKey: [...portfolioKey, "history", request.conditions, request.currency_code, visitor?.token],
    queryFn: ({ signal }) => fetchPage(request, visitor, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => {
      if (state.data?.coverage.complete !== false) return QUIET_MS;
      return isLive ? LIVE_MS : READING_MS;
    },
  });
}

/** The number of entries that a view would have; undefined without a view and while it is loading. */
export function useMatching(view: HistoryView | null): number | undefined {
  const visitor = useVisitor();
  const request = { ...requestOf({ ...EVERYTHING, ...view, page: 0 }, useCurrency()), limit: 1 };
  const { data } = useQuery({
    queryKey: [...historyKey, "matching", request, visitor?.token],
    queryFn: ({ signal }) => fetchPage(request, visitor, signal),
    enabled: view !== null,
  });
  return view === null ? undefined : data?.total_count;
}

/** The values to filter by. They are counted over the whole history, so they are not refetched for every event. */
export function useFilters() {
  const visitor = useVisitor();
  return useQuery({
    queryKey: [...historyKey, "filters", visitor?.token],
    queryFn: ({ signal }) => getTransactionFilter({}, { signal, ...authorizedAs(visitor) }),
    select: withAssetLabels,
  });
}

/** Returns the function that loads the newest entries and the values to filter them by. */
export function useLoadNewest() {
  const client = useQueryClient();
  return () => void invalidate(client, [...historyKey, "page"], [...historyKey, "filters"]);
}

export const entryKey = (entry: string, currency: string, visitor: HistoryVisitor | null = null) =>
  [...historyKey, "entry", entry, currency, visitor?.token] as const;

/** An entry with its facts, match, cost and note. */
export function useEntry(entry: string) {
  const currency = useCurrency();
  const visitor = useVisitor();
  return useQuery({
    queryKey: entryKey(entry, currency, visitor),
    queryFn: async ({ signal }): Promise<EntryDetails> => {
      const [answer, gaps] = await Promise.all([
        getEntry({ entry, currency_code: currency }, { signal, ...authorizedAs(visitor) }),
        visitor ? [] : fetchCostGaps([entry], currency, signal),
      ]);
      const details = toEntryDetails(answer);
      return { ...details, row: { ...details.row, cost_gap: gaps[0] ?? null } };
    },
    refetchInterval: ({ state }) => state.data !== undefined && awaitsPrice(state.data.row) && pricesInterval(state),
  });
}
