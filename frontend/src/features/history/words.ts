import { plainText, plural, shortAddress } from "../../format/text";
import { isAtExchange } from "./atExchange";
import type { EntryMark, HistoryRow, Party } from "./types";

/** The name of a party: nickname, wallet name or display address as the server chose, else the shortened address. */
export const partyName = ({ name, address }: Party): string => plainText(name ?? "") || shortAddress(address);

/** The party of an entry that is not one of the user's accounts; null if both are. */
export function counterpartyOf({ from_wallet, to_wallet, account }: HistoryRow): Party | null {
  const isOther = (party: Party | null): party is Party =>
    party !== null && party.source !== "own" && party.address !== account.address;
  return [to_wallet, from_wallet].find(isOther) ?? null;
}

/** `uniswap-v3` becomes `Uniswap v3`; a name stays as it is. */
export function protocolName(protocol: string): string {
  const text = protocol.replaceAll(/[-_]/g, " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The kinds whose names are no nouns with an article. */
const NOUNS: Readonly<Record<string, string>> = {
  send: "an outgoing transfer",
  receive: "an incoming transfer",
  self_transfer: "a transfer to the same account",
  borrow: "a loan",
  repay: "a repayment",
  add_liquidity: "added liquidity",
  remove_liquidity: "removed liquidity",
  spam: "spam",
  failed: "a failed transaction",
  mixed: "several actions",
};

/** The same at an exchange, where nothing is a transaction of a network. */
const EXCHANGE_NOUNS: Readonly<Record<string, string>> = {
  self_transfer: "a move within the account",
  failed: "a transfer that failed",
};

/** The kind of an entry in a sentence: `a swap`, `an outgoing transfer`. */
export function kindNoun(row: HistoryRow): string {
  const name = row.kind_name.toLowerCase();
  const code = row.kind.replaceAll("-", "_");
  const atExchange = isAtExchange(row) ? EXCHANGE_NOUNS[code] : undefined;
  return atExchange ?? NOUNS[code] ?? `${/^[aeiou]/.test(name) ? "an" : "a"} ${name}`;
}

/** The word between an act and its place; "on" for all others. */
const PREPOSITIONS: Readonly<Record<string, string>> = {
  bridge_out: "by",
  bridge_in: "by",
  stake: "with",
  unstake: "from",
  withdraw: "from",
  borrow: "from",
  reward: "from",
  airdrop: "from",
  approve: "to",
};

/** The finer kind; of a failed transaction what is left of it, because its mark says that it failed. */
const actName = ({ failed, kind_name }: HistoryRow): string => (failed ? "Fee only" : kind_name);

/** The act with its place: `Swap on Uniswap v3`. */
const actAt = (row: HistoryRow, place: string): string =>
  `${actName(row)} ${PREPOSITIONS[row.kind.replaceAll("-", "_")] ?? "on"} ${place}`;

/** Where an entry happened: the labelled counterparty, else the protocol. */
function placeOf(row: HistoryRow): string | null {
  const name = plainText(counterpartyOf(row)?.name ?? "");
  return name || (row.protocol ? protocolName(row.protocol) : null);
}

/** What happened at an exchange without a known other side: `Swap on Kraken`, `Moved within Kraken`. */
function exchangeWords(row: HistoryRow): string {
  const { chain_name, failed } = row;
  // Its mark says that it failed.
  if (failed) return `Transfer on ${chain_name}`;
  switch (row.kind.replaceAll("-", "_")) {
    case "self_transfer":
      return `Moved within ${chain_name}`;
    case "send":
      return `Sent from ${chain_name}`;
    default:
      return actAt(row, chain_name);
  }
}

/** The act in a few words: `Swap on Uniswap v3`, `From 0x7e20…c11f`, `Kraken to Cold storage`. */
export function actWords(row: HistoryRow): string {
  const { from_wallet: from, to_wallet: to } = row;
  const kind = row.kind.replaceAll("-", "_");
  if (row.own_transfer && from && to && !kind.startsWith("bridge")) return `${partyName(from)} to ${partyName(to)}`;
  const other = counterpartyOf(row);
  if (isAtExchange(row) && !other) return exchangeWords(row);
  if (kind === "receive") return other ? `From ${partyName(other)}` : actName(row);
  if (kind === "send") return other ? `To ${partyName(other)}` : actName(row);
  const place = placeOf(row);
  return place ? actAt(row, place) : actName(row);
}

const NUMBERS = ["Zero", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"];

/** `Two transfers fit. Choose one.` */
export const candidatesWords = (count: number): string =>
  count === 1 ? "One transfer may fit. Confirm it." : `${NUMBERS[count] ?? String(count)} transfers fit. Choose one.`;

/** The name of an explorer, from the host of its URL: `Etherscan`. Null for anything but a web address. */
export function explorerName(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { protocol, hostname } = new URL(url);
  if (protocol !== "https:" && protocol !== "http:") return null;
  const name = hostname.split(".").at(-2) ?? hostname;
  return name.charAt(0).toUpperCase() + name.slice(1);
}

export const entriesWords = (count: number): string => plural(count, "entry", "entries");

/** A mark in a sentence: `Marked as a gift`. */
export const MARK_WORDS: Readonly<Record<EntryMark, string>> = {
  gift: "a gift",
  income: "income",
  airdrop: "an airdrop",
};
