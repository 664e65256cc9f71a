import type { HistoryPage } from "./types";

/** Changes with what is shown of the transactions that wait for a block, other than by time. */
export function waitingMark({ waiting, waiting_unlisted }: Pick<HistoryPage, "waiting" | "waiting_unlisted">): string {
  const ids = waiting.map(({ wallet, transaction, change }) => `${wallet.address} ${transaction} ${change}`);
  return [...ids, waiting_unlisted].join("\n");
}
