import { getAllWallets, getRemovalEffects, ProblemError, searchWallet } from "@spyhop/sdk";
import { queryOptions, skipToken, useQuery } from "@tanstack/react-query";
import { useCurrency } from "../../format/currency";
import { portfolioKey } from "../../queries/keys";
import { userOptions } from "../../queries/user";
import { useSameValuation } from "../../queries/valuation";
import { useKeepPrevious } from "../../ui/useKeepPrevious";
import { mergedPages } from "./mergedPages";
import type { SearchWalletData } from "./types";
import type { WalletView } from "./walletView";

/** The number of wallets on a page. */
export const PAGE = 50;
/** The largest row index that the server accepts; no list is that long. */
const LAST_ROW = 1_000_000;

/** The key of the wallet search, below `portfolioKey`: the values change with every sync. */
export const walletsKey = [...portfolioKey, "wallets"] as const;

/** The most wallets that the server sends at once. */
const MOST = 200;

/** What decides which wallets are loaded. */
type WantedWallets = Omit<WalletView, "group">;

type Conditions = Omit<Parameters<typeof searchWallet>[0], "start" | "limit">;

/** All wallets that match, however many there are. */
async function searchAll(conditions: Conditions, signal: AbortSignal): Promise<SearchWalletData> {
  const from = (start: number) => searchWallet({ start, limit: MOST, ...conditions }, { signal });
  const first = await from(0);
  const rest = Array.from({ length: Math.max(0, Math.ceil(first.total_count / MOST) - 1) }, (_, i) => (i + 1) * MOST);
  return mergedPages([first, ...(await Promise.all(rest.map(from)))]);
}

const walletsOptions = ({ key, ascending, chains, page }: WantedWallets, extent: Extent, currency_code: string) => {
  const conditions: Conditions = {
    conditions: chains.map((value) => ({ key: "chain" as const, value })),
    sorts: [{ key, value: ascending }],
    currency_code,
  };
  const isPage = extent === "page";
  return queryOptions({
    queryKey: [...walletsKey, key, ascending, chains, isPage ? page : "all", currency_code],
    queryFn:
      extent === "unknown"
        ? skipToken
        : ({ signal }) =>
            isPage
              ? searchWallet({ start: Math.min(page * PAGE, LAST_ROW), limit: PAGE, ...conditions }, { signal })
              : searchAll(conditions, signal),
  });
};

/** Which wallets are loaded: a page of them, all, or none while it is not known how they are shown. */
export type Extent = "page" | "all" | "unknown";

/**
 * One page of the wallets or all of them, with their values. The previous ones stay until the next have loaded. They are stale
 * meanwhile, and while another part of the page shows a later valuation.
 */
export function useWallets(view: WantedWallets, extent: Extent = "page") {
  const query = useQuery(walletsOptions(view, extent, useCurrency()));
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

/** How many wallets there are; undefined while that is loading. Without an answer none, so that the page does not wait for it. */
export function useWalletCount(): number | undefined {
  const { data, isError } = useQuery({ ...userOptions, select: ({ user }) => user.user_wallets.length });
  return data ?? (isError ? 0 : undefined);
}
