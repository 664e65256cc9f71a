import { useCallback, useState } from "react";
import type { WalletLine } from "./walletRows";

const NONE: ReadonlySet<string> = new Set();

/** The ids from one row to another, in the order in which they are shown; only the second if the first is not shown. */
function spanOf(shown: readonly string[], from: string | null, to: string): readonly string[] {
  const [start, end] = [from === null ? -1 : shown.indexOf(from), shown.indexOf(to)];
  return start < 0 || end < 0 ? [to] : shown.slice(Math.min(start, end), Math.max(start, end) + 1);
}

function changed(chosen: ReadonlySet<string>, ids: readonly string[], isChosen: boolean): ReadonlySet<string> {
  const next = new Set(chosen);
  for (const id of ids) {
    if (isChosen) next.add(id);
    else next.delete(id);
  }
  return next;
}

/**
 * The rows that the person has chosen. Rows that no longer match are not among them. `shown` are the rows on the page, in order: with
 * Shift, a choice is of all rows from the previous one.
 */
export function useChosenWallets(all: readonly WalletLine[], shown: readonly WalletLine[]) {
  const [ids, setIds] = useState(NONE);
  const [last, setLast] = useState<string | null>(null);
  const chosen = all.filter(({ wallet }) => ids.has(wallet.id));
  const onClear = useCallback(() => setIds(NONE), []);
  const shownIds = shown.map(({ wallet }) => wallet.id);
  const count = shownIds.filter((id) => ids.has(id)).length;
  return {
    chosen,
    has: (id: string) => ids.has(id),
    /** Whether all, some or none of the rows on the page are chosen. */
    ofShown: count === 0 ? "none" : count === shownIds.length ? "all" : "some",
    onChoose: (id: string, isChosen: boolean, isSpan: boolean) => {
      setIds(changed(ids, isSpan ? spanOf(shownIds, last, id) : [id], isChosen));
      setLast(id);
    },
    onAll: (lines: readonly WalletLine[], isChosen: boolean) =>
      setIds(
        changed(
          ids,
          lines.map(({ wallet }) => wallet.id),
          isChosen,
        ),
      ),
    onClear,
  } as const;
}

export type ChosenWallets = ReturnType<typeof useChosenWallets>;
