import { events, getBalance, getSyncStatus, ProblemError, type SyncEvent } from "@spyhop/sdk";
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { portfolioKey, syncKey, userKey } from "../../queries/keys";
import { merge } from "./merge";
import { shareEvents } from "./shareEvents";
import { throttle } from "./throttle";
import type { SyncSource, SyncStatus } from "./types";

/** The polling interval while something is being read; it also applies without an event stream. */
const BUSY_INTERVAL_MS = 4_000;
const IDLE_INTERVAL_MS = 60_000;
/** Figures are refetched soon after a source has answered, but not for each answer of a burst. */
const FIGURES_THROTTLE_MS = 400;
/** The wallet list seldom changes, and a long sync sends an event each second. */
const WALLETS_THROTTLE_MS = 3_000;

const isBusy = (status: SyncStatus | undefined): boolean => (status ? status.running + status.waiting > 0 : false);

/** Whether a call failed because the server could not be reached. */
export const isUnreachable = (problem: Error | null): boolean =>
  problem instanceof ProblemError && problem.code === "unreachable";

/** The sync status. Only what changed since the last known event is fetched, and merged into it. */
const syncOptions = queryOptions({
  queryKey: syncKey,
  queryFn: async ({ client, signal }) => {
    const since = client.getQueryData<SyncStatus>(syncKey)?.last_event_id;
    const answer = await getSyncStatus(since ? { since } : {}, { signal });
    // The stream may have changed the status meanwhile. If the two do not fit, fetch everything.
    return merge(client.getQueryData<SyncStatus>(syncKey), answer) ?? getSyncStatus({}, { signal });
  },
  staleTime: BUSY_INTERVAL_MS,
  refetchInterval: ({ state }) => (isBusy(state.data) || state.error ? BUSY_INTERVAL_MS : IDLE_INTERVAL_MS),
});

/** What is being read, how far it is, and what failed. */
export const useSyncStatus = (enabled = true) => useQuery({ ...syncOptions, enabled });

/** Reads one source again. */
export function useReadSource() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ chain, wallet_address }: SyncSource) =>
      getBalance({
        ...(chain ? { chain } : {}),
        ...(wallet_address ? { wallet_address } : {}),
        update_balance: true,
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: syncKey }),
  });
}

/** Applies changes to the cached status; refetches the status if a change was missed. */
function applyStatus(client: QueryClient, changes: SyncStatus): void {
  const merged = merge(client.getQueryData<SyncStatus>(syncKey), changes);
  if (merged) client.setQueryData<SyncStatus>(syncKey, merged);
  else void client.invalidateQueries({ queryKey: syncKey });
}

/** Returns the function that applies events to the query cache. */
function eventHandler(client: QueryClient): (event: SyncEvent) => void {
  const refetchFigures = throttle(() => void client.invalidateQueries({ queryKey: portfolioKey }), FIGURES_THROTTLE_MS);
  // Another tab or device may have added or removed a wallet.
  const refetchWallets = throttle(() => void client.invalidateQueries({ queryKey: userKey }), WALLETS_THROTTLE_MS);
  return ({ event, data }) => {
    if (event === "status") applyStatus(client, data);
    else if (event === "world")
      client.setQueryData<SyncStatus>(syncKey, (old) => (old ? { ...old, world: data } : old));
    else {
      refetchFigures();
      refetchWallets();
    }
  };
}

/** Keeps the sync status and the figures up to date while the page is open. All tabs of the browser share one stream. */
export function useLiveProgress(token: string | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!token) return;
    const controller = new AbortController();
    // When a stream opens or breaks, the status query finds out first whether the server is reachable.
    const onConnection = () => {
      if (!controller.signal.aborted) void client.invalidateQueries({ queryKey: syncKey });
    };
    const open = (signal: AbortSignal) => events({ signal, onConnection });
    void shareEvents(`spyhop.events.${token.slice(-8)}`, open, eventHandler(client), controller.signal);
    return () => controller.abort();
  }, [client, token]);
}
