import { getReconciliation } from "@spyhop/sdk";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useCurrency } from "../../format/currency";
import { healthOptions } from "../../queries/health";
import { portfolioKey } from "../../queries/keys";
import { issueCount, missingWords } from "./missingWords";
import type { MissingSummary } from "./types";

const PAGE_INTERVAL_MS = 15_000;
/** The summary in the sidebar is refetched less often than the page. */
const SUMMARY_INTERVAL_MS = 120_000;

/** The state of the sources, the jobs and the storage, and the issues of the figures. */
export const useDataHealth = () => useQuery({ ...healthOptions(useCurrency()), refetchInterval: PAGE_INTERVAL_MS });

/**
 * What the figures lack, in short, for every page. After a change of the figures, "nothing is missing" is withheld until
 * it was checked again.
 */
export function useMissingSummary(enabled: boolean): MissingSummary {
  const { data, isStale, error } = useQuery({
    ...healthOptions(useCurrency()),
    enabled,
    // Longer than the interval, so that only an invalidation makes it stale.
    staleTime: 2 * SUMMARY_INTERVAL_MS,
    refetchInterval: SUMMARY_INTERVAL_MS,
  });
  if (!data) return { count: undefined, words: error ? "Couldn't check for missing data" : undefined };
  const words = missingWords(data);
  return { count: issueCount(data), words: words === null && isStale ? undefined : words };
}

/** Whether the balances equal what the transactions of each account add up to. */
export const reconciliationOptions = () =>
  queryOptions({
    queryKey: [...portfolioKey, "reconciliation"],
    queryFn: ({ signal }) => getReconciliation({}, { signal }),
    refetchInterval: PAGE_INTERVAL_MS,
  });
