import { plural } from "../../format/text";
import type { AccountHistory, Difference, UserWallet } from "./types";
import { nameOf } from "./words";

/** Whether the entries of a wallet add up to its balances, as far as that is known. */
export interface AddsUp {
  state: "yes" | "no" | "unknown";
  words: string;
  /** The balances that differ. */
  differences: readonly Difference[];
}

/** What the server knows of the histories of all wallets; undefined while it is loading. */
export interface Histories {
  accounts: readonly AccountHistory[] | undefined;
  differences: readonly Difference[] | undefined;
}

const isOf = (wallet: UserWallet, { account, name }: { account: string; name: string }): boolean =>
  // The accounts of a key are the addresses that follow from it.
  wallet.extended_key ? name === nameOf(wallet) : account.endsWith(`:${wallet.address}`);

const READING: AddsUp = { state: "unknown", words: "Not known yet: history is being read", differences: [] };

const unknown = (words: string, differences: readonly Difference[] = []): AddsUp => ({
  state: "unknown",
  words,
  differences,
});

/** Whether the entries of a wallet add up to its balances; null while that is loading. */
export function addsUp(wallet: UserWallet, { accounts, differences }: Histories): AddsUp | null {
  if (!wallet.detected) return unknown("Not known: this address is not read");
  if (!accounts || !differences) return null;
  const own = accounts.filter((account) => isOf(wallet, account));
  if (own.length === 0 || own.some(({ state }) => state === "waiting" || state === "reading")) return READING;
  const wrong = differences.filter((difference) => isOf(wallet, difference));
  if (wrong.length > 0)
    return {
      state: "no",
      words: `${plural(wrong.length, "balance differs", "balances differ")} from what the entries give.`,
      differences: wrong,
    };
  const cut = new Set(own.filter(({ state }) => state !== "whole").map(({ chain_name }) => chain_name));
  const [first] = cut;
  if (first)
    return unknown(`Not known: the history on ${cut.size === 1 ? first : plural(cut.size, "network")} is incomplete`);
  return { state: "yes", words: "All entries replayed give the balances above.", differences: [] };
}
