import { useEffect, useRef } from "react";
import { settledMark } from "./live";
import type { LiveHistory } from "./types";

/** An account that is read to its end is often followed by others. */
const SETTLED_MS = 1_000;

/** Fetches again soon after a history was read to its end or failed, which the stream says. */
export function useRefetchOnSettled(histories: readonly LiveHistory[] | undefined, refetch: () => unknown): void {
  const mark = settledMark(histories);
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
