import { useEffect, useRef } from "react";
import type { HistoryView } from "./conditions";
import { useLiveHistories, withProgress } from "./live";
import { useLatest, useLoadNewest } from "./queries";
import type { HistoryCoverage, HistoryPage } from "./types";
import { useRefetchOnSettled } from "./useRefetchOnSettled";
import { waitingMark } from "./waiting";

export interface Newest {
  coverage: HistoryCoverage | undefined;
  /** The number of entries that the shown page does not count yet; 0 if there is nothing new to show. */
  fresh: number;
  /** Whether the entries changed otherwise. */
  isChanged: boolean;
  /** Loads the newest entries. */
  show: () => void;
}

/**
 * Compares the shown page with the newest revision. Entries are not added by themselves, because the rows would move; only what
 * changes no count, and the first entries of an empty page.
 */
export function useNewest(view: HistoryView, page: HistoryPage | undefined, isPlaceholder: boolean): Newest {
  const show = useLoadNewest();
  const histories = useLiveHistories();
  const latest = useLatest(view, histories !== undefined);
  useRefetchOnSettled(histories, latest.refetch);
  const isComparable = page !== undefined && latest.data !== undefined && !isPlaceholder && !latest.isPlaceholderData;
  const waitsElse = isComparable && waitingMark(latest.data) !== waitingMark(page);
  const newer = isComparable && (waitsElse || latest.data.revision !== page.revision) ? latest.data : null;
  const fresh = newer && page ? newer.total_count - page.total_count : 0;
  const mayShow = newer !== null && ((fresh === 0 && !waitsElse) || page?.results.length === 0);
  const applied = useRef("");
  const load = useRef(show);
  load.current = show;
  useEffect(() => {
    if (!mayShow || !newer || applied.current === newer.revision) return;
    // Once for each revision, even if the page still has another one afterwards.
    applied.current = newer.revision;
    load.current();
  }, [mayShow, newer]);
  const coverage = latest.data?.coverage ?? page?.coverage;
  return {
    coverage: coverage ? withProgress(coverage, histories) : undefined,
    fresh: mayShow ? 0 : Math.max(0, fresh),
    isChanged: !mayShow && (fresh < 0 || waitsElse),
    show,
  };
}
