import { accountReads, accountWords, unreadWords } from "../../format/coverage";
import { count } from "../../format/text";
import type { Portfolio } from "./types";

type Counted = Pick<Portfolio, "wallets" | "coverage">;

/** The wallets of which nothing is known, because of their address or because no source answers. */
function unknownWallets({ wallets, coverage }: Counted): Portfolio["wallets"] {
  const unread = new Set(coverage.unread.map(({ wallet }) => wallet));
  const failed = new Set(accountReads(coverage.failed).map(({ wallet_address }) => wallet_address));
  return wallets.filter(({ id, address, value }) => unread.has(id) || (value === null && failed.has(address)));
}

/** `48 read, 2 need attention`. Each wallet is counted once. */
export function walletWords(portfolio: Counted): string {
  const { wallets } = portfolio;
  const unknown = new Set(unknownWallets(portfolio));
  const loading = wallets.filter((wallet) => wallet.reading > 0 && !unknown.has(wallet)).length;
  const read = wallets.length - unknown.size - loading;
  if (read === wallets.length) return "All read";
  return [
    read > 0 ? `${count(read)} read` : "",
    loading > 0 ? `${count(loading)} still loading` : "",
    unknown.size > 0 ? `${count(unknown.size)} ${unknown.size === 1 ? "needs" : "need"} attention` : "",
  ]
    .filter(Boolean)
    .join(", ");
}

/** What the wallets that are read lack: networks without an answer, else those whose balances are old; empty if nothing. */
export function partlyReadWords(portfolio: Counted): string {
  const { failed, stale } = portfolio.coverage;
  const unknown = new Set(unknownWallets(portfolio).map(({ address }) => address));
  const partly = failed.filter(({ wallet_address: address }) => address === null || !unknown.has(address));
  return unreadWords(partly) || accountWords(stale, "out of date");
}
