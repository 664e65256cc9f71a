import { getBalance, getDataHealth, type HealthIssue, hideAsset, showAsset } from "@spyhop/sdk";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCurrency } from "../../format/currency";

export type { DataHealth, HealthIssue, SourceHealth } from "@spyhop/sdk";

const EVERY_MS = 15_000;
/** Beside the name of the page it may be a little older. */
const COUNT_EVERY_MS = 120_000;

const health = (currency: string) => ({
  queryKey: ["health", currency],
  queryFn: ({ signal }: { signal: AbortSignal }) => getDataHealth({ currency_code: currency }, { signal }),
});

/** How the sources, the jobs, the storage and the person's figures are. */
export const useDataHealth = () => useQuery({ ...health(useCurrency()), refetchInterval: EVERY_MS });

/** How many things need a look. */
export function useIssueCount(enabled: boolean): number | undefined {
  const asked = health(useCurrency());
  const { data } = useQuery({ ...asked, enabled, staleTime: COUNT_EVERY_MS, refetchInterval: COUNT_EVERY_MS });
  return data ? data.issue_counts.bad + data.issue_counts.warn : undefined;
}

/** Something that changes what is missing. */
function useStep<V>(mutationFn: (variables: V) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () =>
      Promise.all(["health", "portfolio", "sync"].map((name) => client.invalidateQueries({ queryKey: [name] }))),
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
