import { getBalance, getDataHealth, type HealthIssue, hideAsset, showAsset } from "@spyhop/sdk";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCurrency } from "../../format/currency";
import { issueCount, missingWords } from "./missingWords";

export type { DataHealth, HealthIssue, SourceHealth } from "@spyhop/sdk";

const EVERY_MS = 15_000;
/** Outside the page it may be a little older. */
const SUMMARY_EVERY_MS = 120_000;

// Below the portfolio's key: whatever changes the figures can change what they lack.
const health = (currency: string) => ({
  queryKey: ["portfolio", "health", currency],
  queryFn: ({ signal }: { signal: AbortSignal }) => getDataHealth({ currency_code: currency }, { signal }),
});

/** How the sources, the jobs, the storage and the person's figures are. */
export const useDataHealth = () => useQuery({ ...health(useCurrency()), refetchInterval: EVERY_MS });

/** What the figures lack, in short, for every page. */
export interface MissingSummary {
  /** How many issues need attention; undefined until that is known. */
  count: number | undefined;
  /** What is missing, in a few words; null if nothing is, undefined until that is known. */
  words: string | null | undefined;
}

/** What the figures lack, in short. After a change of the figures nothing counts as complete until it was checked again. */
export function useMissingSummary(enabled: boolean): MissingSummary {
  const { data, isStale, error } = useQuery({
    ...health(useCurrency()),
    enabled,
    // Longer than the interval: only a change of the figures makes it stale.
    staleTime: 2 * SUMMARY_EVERY_MS,
    refetchInterval: SUMMARY_EVERY_MS,
  });
  if (!data) return { count: undefined, words: error ? "Couldn't check for missing data" : undefined };
  const words = missingWords(data);
  return { count: issueCount(data), words: words === null && isStale ? undefined : words };
}

/** Something that changes what is missing. */
function useStep<V>(mutationFn: (variables: V) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () => Promise.all(["portfolio", "sync"].map((name) => client.invalidateQueries({ queryKey: [name] }))),
  });
}

/** Lets the server read again what an issue is about. */
export const useReadAgain = () =>
  useStep(({ chain, wallet_address }: HealthIssue) =>
    getBalance({
      ...(chain ? { chain } : {}),
      ...(wallet_address ? { wallet_address } : {}),
      update_balance: true,
    }),
  );

export const useHide = () => useStep((asset: string) => hideAsset({ asset }));
export const useShow = () => useStep((asset: string) => showAsset({ asset }));
