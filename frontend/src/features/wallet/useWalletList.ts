import { useChosenWallets } from "./useChosenWallets";
import { useFolds } from "./useFolds";
import type { ShownWallets } from "./useShownWallets";
import { groupsOf } from "./walletGroups";

/** The groups of the list with their folds, and the rows that are chosen. */
export function useWalletList({ all, lines, group }: Pick<ShownWallets, "all" | "lines" | "group">) {
  const folds = useFolds(group === "none" ? [] : groupsOf(all, group));
  const shown = group === "none" ? lines : folds.shown.flatMap(({ shown: rows }) => rows);
  const choice = useChosenWallets(all, shown);
  return {
    /** Null if the rows are not grouped. */
    groups: group === "none" ? null : folds.shown,
    onFold: folds.onFold,
    onWhole: folds.onWhole,
    /** The rows on the page, in order. */
    shown,
    choice,
  };
}

export type WalletList = ReturnType<typeof useWalletList>;
