import { liftCap, markEntry, matchTransfer, setCost, setLabel, setNote, unmatchTransfer } from "@spyhop/sdk";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCurrency } from "../../format/currency";
import { historyKey, invalidate, portfolioKey } from "../../queries/keys";
import { entryKey } from "./queries";
import type { EntryDetails, EntryMark, MatchedRows } from "./types";

/** A mutation after which rows, entries and figures are fetched again. Some of it may have changed even if it fails. */
function useLedgerMutation<V>(mutationFn: (variables: V) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => invalidate(client, historyKey, portfolioKey) });
}

interface MatchChange {
  /** The entry on the other side. */
  other: string;
  /** Whether the two belong to each other. */
  isMatch: boolean;
}

/** The match as it will be, shown before the server has answered. */
function changedMatch(match: MatchedRows, { other, isMatch }: MatchChange): MatchedRows {
  const chosen = [match.other, ...match.candidates].find((row) => row?.entry === other) ?? match.other;
  return { ...match, other: chosen, state: isMatch ? "matched" : "unmatched_by_you" };
}

/** Matches an entry with another one, or undoes it, at once. */
export function useMatch(entry: string) {
  const client = useQueryClient();
  const key = entryKey(entry, useCurrency());
  const mutationKey = ["match", entry];
  return useMutation({
    mutationKey,
    // One after the other, so that Undo and Match again take effect in the order of the presses.
    scope: { id: mutationKey.join(" ") },
    mutationFn: ({ other, isMatch }: MatchChange) => (isMatch ? matchTransfer : unmatchTransfer)({ entry, other }),
    onMutate: async (wanted) => {
      await client.cancelQueries({ queryKey: key });
      const before = client.getQueryData<EntryDetails>(key);
      client.setQueryData<EntryDetails>(key, (old) =>
        old?.match ? { ...old, match: changedMatch(old.match, wanted) } : old,
      );
      return before;
    },
    onError: (_problem, _wanted, before) => client.setQueryData(key, before),
    onSettled: () => {
      // The last one fetches what the server made of them.
      if (client.isMutating({ mutationKey }) === 1) void invalidate(client, historyKey, portfolioKey);
    },
  });
}

interface SetCost {
  asset: string;
  /** Null removes the cost. */
  amount: string | null;
  /** The display currency, unless another one is stated. */
  currency?: string;
}

/** Sets what an amount cost in total, or removes it. */
export function useSetCost(entry: string) {
  const own = useCurrency();
  return useLedgerMutation(({ asset, amount, currency = own }: SetCost) =>
    setCost({ entry, asset, amount, currency_code: currency }),
  );
}

/** Marks an entry as gift, income or airdrop, or removes the mark. */
export const useMarkEntry = (entry: string) =>
  useLedgerMutation((mark: EntryMark | null) => markEntry({ entry, mark }));

export const useSetNote = (entry: string) => useLedgerMutation((note: string | null) => setNote({ entry, note }));

interface LabelChange {
  chain: string;
  address: string;
  /** Null removes the label. */
  label: string | null;
}

/** Sets what the user calls an address of somebody else. */
export const useSetLabel = () => useLedgerMutation((change: LabelChange) => setLabel(change));

/** Lifts the limit up to which the history of an account is read. */
export const useLiftCap = () => useLedgerMutation((account: string) => liftCap({ account }));
