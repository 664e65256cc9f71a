import {
  type Detection,
  detectChain,
  getAllWallets,
  ProblemError,
  searchWallet,
  type UpdateWalletRequest,
  updateWallet,
} from "@spyhop/sdk";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCurrency } from "../../format/currency";
import { useKeepPrevious } from "../../ui/useKeepPrevious";
import type { WalletView } from "./walletView";

export type { DetectedChain, Detection, SearchWalletData, WalletCard, WalletNetwork } from "@spyhop/sdk";

/** Wallets on a page. */
export const PAGE = 50;
/** The last row that can be asked for; no list is that long. */
const LAST_ROW = 1_000_000;

/** The person's wallets with what they are worth; old ones stay until what was asked for since is there. Part of what
 * changes with every read. */
export function useWallets({ key, ascending, chains, page }: WalletView) {
  const currency_code = useCurrency();
  const query = useQuery({
    queryKey: ["portfolio", "wallets", key, ascending, chains, page, currency_code],
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
  const { data, error } = useKeepPrevious(query);
  const isThere = query.data !== undefined;
  return {
    data,
    error: isThere ? null : error,
    isOld: data !== undefined && !isThere,
    isAwaited: !isThere && !error,
    refetch: query.refetch,
  };
}

/** Whether the server took the question itself for a wrong one. */
export const isRefused = (error: Error | null): boolean =>
  error instanceof ProblemError && error.code === "invalid_input";

/** The kinds of wallets there are. */
export const useKinds = () =>
  useQuery({
    queryKey: ["wallet-kinds"],
    queryFn: ({ signal }) => getAllWallets({}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Gives a wallet its kind and its nickname; an empty nickname takes it away. */
export function useUpdateWallet() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: UpdateWalletRequest) => updateWallet(change),
    onSuccess: () => Promise.all(["user", "portfolio"].map((name) => client.invalidateQueries({ queryKey: [name] }))),
  });
}

/** What the networks say about an address or a name; one call asks for every parent chain. */
export async function detect(text: string, signal: AbortSignal): Promise<Detection> {
  return detectChain({ wallet_address: text }, { signal });
}

/** The sentence of a failed call. */
export const messageOf = (problem: unknown): string =>
  problem instanceof Error ? problem.message : "Something Went Wrong";
