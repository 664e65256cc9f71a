import { getAllWallets, getRemovalEffects, ProblemError, searchWallet } from "@spyhop/sdk";
import { queryOptions, skipToken, useQuery } from "@tanstack/react-query";
import { useCurrency } from "../../format/currency";
import { portfolioKey } from "../../queries/keys";
import { userOptions } from "../../queries/user";
import { useSameValuation } from "../../queries/valuation";
import { useKeepPrevious } from "../../ui/useKeepPrevious";
import { mergedPages } from "./mergedPages";
import { type OwnGroup, ownGroups } from "./ownGroups";
import type { SearchWalletData, UserWallet } from "./types";
import { isAwaited } from "./walletChange";
import type { WalletView } from "./walletView";

/** The number of wallets on a page. */
export const PAGE = 50;
/** The largest row index that the server accepts; no list is that long. */
const LAST_ROW = 1_000_000;

/** The key of the wallet search, below `portfolioKey`: the values change with every sync. */
export const walletsKey = [...portfolioKey, "wallets"] as const;

/** The most wallets that the server sends at once. */
const MOST = 200;

/** The polling interval while prices from 24 hours ago are being requested. */
const AWAITED_MS = 5_000;

/** What decides which wallets are loaded. */
type WantedWallets = Omit<WalletView, "group" | "app">;

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
  const isWaiting = (data: SearchWalletData | undefined) => data?.user_wallets.some(isAwaited) ?? false;
  return queryOptions({
    queryKey: [...walletsKey, key, ascending, chains, isPage ? page : "all", currency_code],
    queryFn:
      extent === "unknown"
        ? skipToken
        : ({ signal }) =>
            isPage
              ? searchWallet({ start: Math.min(page * PAGE, LAST_ROW), limit: PAGE, ...conditions }, { signal })
              : searchAll(conditions, signal),
    // No event says that prices from 24 hours ago have arrived.
    refetchInterval: ({ state }) => isWaiting(state.data) && AWAITED_MS,
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

const NO_WALLETS: readonly UserWallet[] = [];
const NO_GROUPS: readonly OwnGroup[] = [];

/** The groups of the person with all their wallets; none until they have loaded. */
export const useOwnGroups = (): readonly OwnGroup[] =>
  useQuery({ ...userOptions, select: ({ user }) => ownGroups(user.user_wallets) }).data ?? NO_GROUPS;

/** All wallets of the person in their order; none until they have loaded. */
export const useOwnWallets = (): readonly UserWallet[] =>
  useQuery({ ...userOptions, select: ({ user }) => user.user_wallets }).data ?? NO_WALLETS;
