import { useEffect, useState } from "react";
import { HASH_DIGITS, shortened } from "./conditions";
import type { HistoryPageQuery } from "./queries";
import type { HistoryPage, HistoryRow } from "./types";
import { type DelayedSearch, useDelayedSearch } from "./useDelayedSearch";

/** The warning for what may be the hash of a transaction of others, or a private key. */
const NOT_FOUND =
  "None of your transactions has this hash. It may be a private key, so we cleared it. " +
  `Only its first ${HASH_DIGITS} digits were sent.`;

/** A hash that was entered: all its digits, which stay in memory, and the search that is made for it. */
interface EnteredHash {
  digits: string;
  search: string;
}

export interface HistorySearch extends DelayedSearch {
  /** Shortens a text that was entered. The digits of a whole hash are kept until the result is there. */
  shorten: (text: string) => string;
  /** That a hash was cleared because no transaction has it. */
  warning: string;
  dismiss: () => void;
  /** How often a hash was cleared. */
  cleared: number;
}

const digitsOf = (text: string): string => text.trim().toLowerCase().replace(/^0x/, "");

/** Whether a row has a hash, or may have it: of a transfer between networks, the row has the hash of one side only. */
const mayHave = (row: HistoryRow, digits: string): boolean =>
  row.matched || digitsOf(row.transaction).startsWith(digits);

/** Whether a result has a hash; null if that cannot be told because its rows are hidden or on another page. */
function hasHash({ results, total_count, dust_hidden }: HistoryPage, digits: string): boolean | null {
  if (results.length === 0) return total_count > 0 || dust_hidden > 0 ? null : false;
  return results.some((row) => mayHave(row, digits));
}

type Result = Pick<HistoryPageQuery, "data" | "error" | "isPlaceholderData" | "isFetching">;

/**
 * The search of the page. The hash of a transaction looks like a private key: if no transaction is found for it, it is cleared
 * with a warning.
 */
export function useHistorySearch(applied: string, onApply: (search: string) => void, result: Result): HistorySearch {
  const search = useDelayedSearch(applied, onApply);
  const [entered, setEntered] = useState<EnteredHash | null>(null);
  const [warning, setWarning] = useState("");
  const [cleared, setCleared] = useState(0);
  const { data, error, isPlaceholderData, isFetching } = result;
  const isAnswered = entered?.search === applied && !error && !isPlaceholderData && !isFetching;
  const isFound = isAnswered && data ? hasHash(data, entered.digits) : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a hash is judged once
  useEffect(() => {
    if (isFound === null) return;
    setEntered(null);
    if (isFound) return;
    setWarning(NOT_FOUND);
    setCleared((times) => times + 1);
    search.type("");
  }, [isFound]);
  const shorten = (text: string): string => {
    const short = shortened(text);
    setEntered(short === text ? null : { digits: digitsOf(text), search: short });
    setWarning("");
    return short;
  };
  return { ...search, shorten, warning, dismiss: () => setWarning(""), cleared };
}
