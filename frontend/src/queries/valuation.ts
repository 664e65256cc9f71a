import { useIsFetching, useQueryClient } from "@tanstack/react-query";
import { useEffect, useId, useSyncExternalStore } from "react";
import { invalidate, portfolioKey } from "./keys";

/** The valuation of each part of the page that shows figures. */
const parts = new Map<string, string>();
/** The valuation of each part of the page that shows some wallets only. It never equals that of all. */
const selections = new Map<string, string>();
const watchers = new Set<() => void>();
/** Whether the figures were loaded again since all parts were last of one valuation. */
let isReloaded = false;

function subscribe(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** The valuations on the page, separated by spaces. */
const shown = (): string => [...new Set(parts.values())].join(" ");

/** The valuations on the page with those of selections. */
const shownWithSelections = (): string => [shown(), ...selections.values()].filter(Boolean).join(" ");

function put(part: string, id: string | undefined): void {
  if (id === undefined) parts.delete(part);
  else parts.set(part, id);
  // One part alone does not agree with another: its change may be loading.
  if (parts.size !== 1 && !shown().includes(" ")) isReloaded = false;
  for (const watcher of watchers) watcher();
}

/**
 * Registers the valuation of a part of the page, and returns whether all parts are of it. If they differ, all figures are loaded
 * again once: a part that was loaded earlier then has the valuation of the later one.
 */
export function useSameValuation(id: string | undefined): boolean {
  const client = useQueryClient();
  const part = useId();
  const all = useSyncExternalStore(subscribe, shown);
  const isFetching = useIsFetching({ queryKey: portfolioKey }) > 0;
  const isSame = !all.includes(" ");
  useEffect(() => put(part, id), [part, id]);
  useEffect(() => () => put(part, undefined), [part]);
  useEffect(() => {
    // Another part may have registered a later valuation since this one was rendered.
    if (isSame || !shown().includes(" ") || isFetching || isReloaded) return;
    isReloaded = true;
    void invalidate(client, portfolioKey);
  }, [client, isSame, isFetching]);
  return isSame;
}

/** Registers the valuation of a part of the page that shows some wallets beside the figures of all. */
export function useSelectedValuation(id: string | undefined): void {
  const part = useId();
  useEffect(() => {
    if (id === undefined) return;
    selections.set(part, id);
    for (const watcher of watchers) watcher();
    return () => {
      selections.delete(part);
      for (const watcher of watchers) watcher();
    };
  }, [part, id]);
}

/** Whether the page shows figures, but none of this valuation. */
export function useIsOutdated(id: string | null | undefined): boolean {
  const all = useSyncExternalStore(subscribe, shownWithSelections);
  return Boolean(id) && all !== "" && !all.split(" ").includes(id ?? "");
}
