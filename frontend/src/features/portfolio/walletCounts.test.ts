import { expect, test } from "vitest";
import { coverage } from "./portfolio.test-data";
import type { Coverage, FailedSource, UnreadWallet, WalletRow } from "./types";
import { partlyReadWords, walletWords } from "./walletCounts";

const wallet = (n: number, over: Partial<WalletRow> = {}): WalletRow => ({
  id: String(n),
  address: `0x${n}`,
  display_address: null,
  label: `Wallet ${n}`,
  nickname: null,
  reverse_name: null,
  chains: [],
  priced: 1,
  unpriced: 0,
  reading: 0,
  share: "1",
  value: "1",
  ...over,
});
const failed = (n: number, network: string): FailedSource => ({
  source: network,
  name: `Wallet ${n} on ${network}`,
  chain: `eip155:${network}`,
  wallet_address: `0x${n}`,
  reason: "unavailable",
  text: "No answer.",
  last_good: null,
  retry_at: null,
});
const unread = (n: number): UnreadWallet => ({
  wallet: String(n),
  address: `0x${n}`,
  label: `Wallet ${n}`,
  reason: "unread_wallet",
  text: "Too short.",
});
const words = (wallets: WalletRow[], over: Partial<Coverage> = {}) =>
  walletWords({ wallets, coverage: coverage(over) });
const unknown = { value: null, share: null, priced: 0 };

test("wallets that are all read are not counted again", () => {
  expect(words([wallet(1), wallet(2)])).toBe("All read");
  // A wallet that holds nothing is read, too.
  expect(words([wallet(1), wallet(2, unknown)])).toBe("All read");
});

test("an address that is not detected and a wallet without an answer need attention, and are not read", () => {
  const wallets = [wallet(1), wallet(2, unknown), wallet(3, unknown)];
  expect(words(wallets, { unread: [unread(2)] })).toBe("2 read, 1 needs attention");
  expect(words(wallets, { unread: [unread(2)], failed: [failed(3, "Metis")] })).toBe("1 read, 2 need attention");
  expect(words([wallet(2, unknown)], { unread: [unread(2)] })).toBe("1 needs attention");
});

test("a wallet that failed on one network only is read, and what it lacks is said with the network", () => {
  const portfolio = (over: Partial<Coverage>) => ({
    wallets: [wallet(1), wallet(2), wallet(3, unknown)],
    coverage: coverage(over),
  });
  const one = portfolio({ failed: [failed(2, "Metis")] });
  expect([walletWords(one), partlyReadWords(one)]).toEqual(["All read", "1 wallet not read on Metis"]);
  const both = portfolio({ failed: [failed(2, "Metis"), failed(3, "Metis")] });
  expect([walletWords(both), partlyReadWords(both)]).toEqual([
    "2 read, 1 needs attention",
    "1 wallet not read on Metis",
  ]);
  const old = portfolio({ stale: [{ ...failed(1, "Base"), last_good: null }] as unknown as Coverage["stale"] });
  expect(partlyReadWords(old)).toBe("1 wallet out of date on Base");
  expect(partlyReadWords(portfolio({}))).toBe("");
});

test("a wallet that is being read is neither read nor in need of attention", () => {
  expect(words([wallet(1), wallet(2, { ...unknown, reading: 3 })])).toBe("1 read, 1 still loading");
  expect(words([wallet(2, { ...unknown, reading: 3 })])).toBe("1 still loading");
});
