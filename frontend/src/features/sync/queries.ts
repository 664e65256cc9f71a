import {
  events,
  getBalance,
  getSyncStatus,
  ProblemError,
  type SyncEvent,
  type SyncSource,
  type SyncStatus,
} from "@spyhop/sdk";
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { progressKey } from "./key";
import { merge } from "./merge";
import { shareEvents } from "./one-stream";

export type { SyncSource, SyncStatus, World } from "@spyhop/sdk";

/** Without a stream, progress is asked for at this pace while something is being read. */
const POLL_MS = 4_000;
const IDLE_MS = 60_000;
/** Totals follow the sources, but not each of a burst. */
const SETTLE_MS = 400;
/** Which wallets there are changes seldom, and a long reading tells of a change each second. */
const WALLETS_MS = 3_000;

const isBusy = (status: SyncStatus | undefined): boolean => (status ? status.running + status.waiting > 0 : false);

/** Whether a call failed because no server answered. */
export const isUnreachable = (problem: Error | null): boolean =>
  problem instanceof ProblemError && problem.code === "unreachable";

const status = queryOptions({
  queryKey: progressKey,
  queryFn: async ({ client, signal }) => {
    const since = client.getQueryData<SyncStatus>(progressKey)?.last_event_id;
    const answer = await getSyncStatus(since ? { since } : {}, { signal });
    // The stream may have brought something meanwhile; what does not fit together is fetched whole.
    return merge(client.getQueryData<SyncStatus>(progressKey), answer) ?? getSyncStatus({}, { signal });
  },
  staleTime: POLL_MS,
  refetchInterval: ({ state }) => (isBusy(state.data) || state.error ? POLL_MS : IDLE_MS),
});

/** What is being read, how far, and what failed. */
export const useSyncStatus = (enabled = true) => useQuery({ ...status, enabled });

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
    onSuccess: () => client.invalidateQueries({ queryKey: progressKey }),
  });
}

/** Calls at most once in each span of time, and once more after a burst. */
function settled(run: () => void, span: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    if (timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      run();
    }, span);
  };
}

/** Applies changes; if one was missed, fetches everything that changed since. */
function follow(client: QueryClient, changes: SyncStatus): void {
  const merged = merge(client.getQueryData<SyncStatus>(progressKey), changes);
  if (merged) client.setQueryData<SyncStatus>(progressKey, merged);
  else void client.invalidateQueries({ queryKey: progressKey });
}

function applier(client: QueryClient): (event: SyncEvent) => void {
  const renewed = (name: string) => () => void client.invalidateQueries({ queryKey: [name] });
  const totals = settled(renewed("portfolio"), SETTLE_MS);
  // Another tab or device can have added a wallet, or taken one away.
  const wallets = settled(renewed("user"), WALLETS_MS);
  const update = (change: (old: SyncStatus) => SyncStatus) =>
    client.setQueryData<SyncStatus>(progressKey, (old) => (old ? change(old) : old));
  return ({ event, data }) => {
    if (event === "status") follow(client, data);
    else if (event === "world") update((old) => ({ ...old, world: data }));
    else {
      totals();
      wallets();
    }
  };
}

/** Keeps progress and totals live while the page is open; one stream serves all tabs of the browser. */
export function useLiveProgress(token: string | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!token) return;
    const controller = new AbortController();
    const apply = applier(client);
    // A stream that opens or breaks says first whether the server is there.
    const onConnection = () => {
      if (!controller.signal.aborted) void client.invalidateQueries({ queryKey: progressKey });
    };
    const open = (signal: AbortSignal) => events({ signal, onConnection });
    void shareEvents(`spyhop.events.${token.slice(-8)}`, open, apply, controller.signal);
    return () => controller.abort();
  }, [client, token]);
}
