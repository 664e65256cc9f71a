import { useEffect, useRef } from "react";
import type { HistoryView } from "./conditions";
import { settledMark, useLiveHistories, withProgress } from "./live";
import { useLatest, useLoadNewest } from "./queries";
import type { HistoryCoverage, HistoryPage } from "./types";
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

/** An account that is read to its end is often followed by others. */
const SETTLED_MS = 1_000;

/** Fetches again soon after a history was read to its end or failed, which the stream says. */
function useRefetchOnce(mark: string, refetch: () => unknown): void {
  const known = useRef(mark);
  const again = useRef(refetch);
  again.current = refetch;
  useEffect(() => {
    if (known.current === mark) return;
    const timer = setTimeout(() => {
      known.current = mark;
      void again.current();
    }, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [mark]);
}

/**
 * Compares the shown page with the newest revision. Entries are not added by themselves, because the rows would move; only what
 * changes no count, and the first entries of an empty page.
 */
export function useNewest(view: HistoryView, page: HistoryPage | undefined, isPlaceholder: boolean): Newest {
  const show = useLoadNewest();
  const histories = useLiveHistories();
  const latest = useLatest(view, histories !== undefined);
  useRefetchOnce(settledMark(histories), latest.refetch);
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
