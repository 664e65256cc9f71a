import { getAllWallets, getRemovalEffects, ProblemError, searchWallet } from "@spyhop/sdk";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useCurrency } from "../../format/currency";
import { portfolioKey } from "../../queries/keys";
import { useSameValuation } from "../../queries/valuation";
import { useKeepPrevious } from "../../ui/useKeepPrevious";
import type { WalletView } from "./walletView";

/** The number of wallets on a page. */
export const PAGE = 50;
/** The largest row index that the server accepts; no list is that long. */
const LAST_ROW = 1_000_000;

/** The key of the wallet search, below `portfolioKey`: the values change with every sync. */
export const walletsKey = [...portfolioKey, "wallets"] as const;

const walletsOptions = ({ key, ascending, chains, page }: WalletView, currency_code: string) =>
  queryOptions({
    queryKey: [...walletsKey, key, ascending, chains, page, currency_code],
    queryFn: ({ signal }) =>
      searchWallet(
        {
          start: Math.min(page * PAGE, LAST_ROW),
          limit: PAGE,
          conditions: chains.map((value) => ({ key: "chain", value })),
          sorts: [{ key, value: ascending }],
          currency_code,
        },
        { signal },
      ),
  });

/**
 * One page of the wallets with their values. The previous page stays until the next one has loaded. It is stale meanwhile, and while
 * another part of the page shows a later valuation.
 */
export function useWallets(view: WalletView) {
  const query = useQuery(walletsOptions(view, useCurrency()));
  const { data, error } = useKeepPrevious(query);
  const hasLoaded = query.data !== undefined;
  const isSame = useSameValuation(data?.valuation_id);
  return {
    data,
    error: hasLoaded ? null : error,
    isStale: data !== undefined && !(hasLoaded && isSame),
    isLoading: !hasLoaded && !error,
    refetch: query.refetch,
  };
}

/** Whether the server rejected the request itself as invalid. */
export const isRefused = (error: Error | null): boolean =>
  error instanceof ProblemError && error.code === "invalid_input";

const kindsOptions = queryOptions({
  queryKey: ["wallet-kinds"],
  queryFn: ({ signal }) => getAllWallets({}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** The kinds of wallets. */
export const useKinds = () => useQuery(kindsOptions);

/** Returns a function that computes which gains of other wallets change when a wallet is removed. */
export function useRemovalEffects() {
  const currency_code = useCurrency();
  return (wallet_address: string) => getRemovalEffects({ wallet_address, currency_code });
}
