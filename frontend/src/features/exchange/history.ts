import { count, plural } from "../../format/text";
import { date } from "../../format/time";
import type { AccountHistory, Difference, ExchangeAccount, HistoryGap } from "./types";

/** What the server knows of the histories of all accounts. */
export interface Histories {
  accounts: readonly AccountHistory[];
  gaps: readonly HistoryGap[];
}

/** What is known of the history of one account. */
export interface KnownHistory {
  /** How far it is read; null before it was begun. */
  progress: AccountHistory | null;
  /** What is missing of it. */
  gaps: readonly HistoryGap[];
  /** The balances that its rows do not add up to; undefined while they are loading. */
  differences: readonly Difference[] | undefined;
}

/** The history of an account as its page loads it. */
export interface HistoryQuery {
  /** Undefined while it is loading. */
  known: KnownHistory | undefined;
  /** Why it could not be loaded; null if it was, or will be. */
  failure: Error | null;
  onRetry: () => void;
  /** Reads the rows beyond the limit. */
  onReadAll: () => void;
  isLifting: boolean;
}

const isOf = (address: string, account: string): boolean => account.endsWith(`:${address}`);

/** How far the history of an account is read; null before it was begun. */
export const progressOf = (
  { wallet_address }: ExchangeAccount,
  accounts: readonly AccountHistory[],
): AccountHistory | null => accounts.find(({ account }) => isOf(wallet_address, account)) ?? null;

/** Balances that differ are listed with their amounts. */
const DIFFERS = "balance_differs";

/** What is known of the history of an account. Gaps name no accounts, so that those count which name its exchange. */
export function historyOf(
  account: ExchangeAccount,
  { accounts, gaps }: Histories,
  differences: readonly Difference[] | undefined,
): KnownHistory {
  const names = (text: string) => text.includes(account.exchange_name);
  return {
    progress: progressOf(account, accounts),
    gaps: gaps.filter((gap) => gap.accounts > 0 && gap.kind !== DIFFERS && names(gap.text)),
    differences: differences?.filter((one) => isOf(account.wallet_address, one.account)),
  };
}

/** The rows that are read: `412 of 538 rows`, or only those where the exchange does not state how many there are. */
export const rowWords = ({ facts, total }: AccountHistory): string =>
  total === null || total <= facts ? plural(facts, "row") : `${count(facts)} of ${plural(total, "row")}`;

/** What is wrong with a history that is not whole. */
const PROBLEMS: Partial<Record<AccountHistory["state"], string>> = {
  partial: "Partly read",
  capped: "Older rows not read",
  failed: "Reading failed",
  not_read: "Not read",
  no_source: "Not available",
};

export const problemOf = (progress: AccountHistory | null): string | null =>
  progress ? (PROBLEMS[progress.state] ?? null) : null;

export const isBeingRead = (progress: AccountHistory | null): boolean =>
  progress === null || progress.state === "waiting" || progress.state === "reading";

/** The history in a line: `History known since 30 Jan 2024`, `Reading history, 412 of 538 rows`. */
export function historyLine(progress: AccountHistory | null): string {
  if (progress === null || progress.state === "waiting") return "History not read yet";
  if (progress.state === "reading") return `Reading history, ${rowWords(progress)}`;
  const problem = problemOf(progress)?.toLowerCase();
  if (progress.oldest === null) return problem ? `History: ${problem}` : "No history yet";
  return [`History known since ${date(progress.oldest)}`, problem].filter(Boolean).join(", ");
}
