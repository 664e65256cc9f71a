import { expect, test } from "vitest";
import { mergedPages } from "./mergedPages";
import type { WalletCard } from "./types";
import { searchAnswer, walletCard } from "./wallet.test-data";
import { attentionOf, linesOf, matching, undetectedOf, withApp } from "./walletRows";

const ledger = { id: "ledger", name: "Ledger", mark: null };
const network = (id: string, name: string) => ({ id, name, symbol: name, color: "#000000", mark: null });
const wallet = (id: string, over: Partial<WalletCard>): WalletCard => walletCard({ id, address: `0x${id}`, ...over });

const wallets = [
  wallet("a", {
    nickname: "Cold",
    wallet: ledger,
    total_value: "1.5",
    wallet_metadata: network("eip155:1", "Ethereum"),
  }),
  wallet("b", { display_address: "sea.eth", total_value: "100", wallet_metadata: network("eip155:10", "Optimism") }),
  wallet("c", { wallet: ledger, total_value: "0.25", wallet_metadata: network("eip155:10", "Optimism") }),
  wallet("d", { total_value: null }),
];
const lines = linesOf(searchAnswer(wallets));
const ids = (of: readonly { wallet: WalletCard }[]) => of.map((line) => line.wallet.id).join("");

test("a wallet is found by its name, address or app, in any case", () => {
  expect(["", " ", "COLD", "sea", "0xC", "ledger", "nothing"].map((text) => ids(matching(lines, text)))).toEqual([
    "abcd",
    "abcd",
    "a",
    "b",
    "c",
    "ac",
    "",
  ]);
});

test("the wallets of one app are chosen, or all", () => {
  expect([ids(withApp(lines, null)), ids(withApp(lines, "ledger")), ids(withApp(lines, "safe"))]).toEqual([
    "abcd",
    "ac",
    "",
  ]);
});

test("a figure is explained by its place among all wallets, also if they came in several answers", () => {
  const page = (start: number, of: WalletCard[]) => ({
    ...searchAnswer(of),
    start,
    figures: { "/net_worth": "n", "/user_wallets/0/total_value": `figure ${start}` },
  });
  const { user_wallets, figures } = mergedPages([page(0, wallets.slice(0, 2)), page(2, wallets.slice(2))]);
  expect(user_wallets).toEqual(wallets);
  expect(figures).toEqual({
    "/net_worth": "n",
    "/user_wallets/0/total_value": "figure 0",
    "/user_wallets/2/total_value": "figure 2",
  });
});

test("addresses that are not read and wallets without an answer need attention, wallets with a value do not", () => {
  const answer = searchAnswer(wallets);
  const failed = (wallet_address: string | null) => ({
    source: "node",
    name: "0xd on Base",
    chain: "eip155:8453",
    wallet_address,
    reason: "unavailable" as const,
    text: "The node gives no answer.",
    retry_at: "2026-11-29T13:00:00Z",
    last_good: null,
  });
  const unread = {
    wallet: "w",
    address: "nonsense",
    label: "nonsense",
    reason: "not_detected" as never,
    text: "Too short.",
  };
  const coverage = { ...answer.coverage, failed: [failed("0xa"), failed("0xd"), failed(null)], unread: [unread] };
  expect(attentionOf({ ...answer, coverage }).map(({ id, kind, text }) => [id, kind, text])).toEqual([
    ["w", "wrong", "Too short."],
    ["d", "unanswered", "The node gives no answer."],
  ]);
});

test("addresses that no network knows are above the list before the values have loaded", () => {
  const wrong = { detected: false, reason: "Too short." } as const;
  const wallets = [
    walletCard({ id: "1" }),
    walletCard({ id: "2", address: "0x3f5c", nickname: "Archive", ...wrong }),
    walletCard({ id: "3", address: "cosmos1", ...wrong, reason_code: "not_supported_yet" }),
  ];
  expect(undetectedOf(wallets).map(({ id, name, kind, text }) => [id, name, kind, text])).toEqual([
    ["2", "Archive", "wrong", "Too short."],
    ["3", "cosmos1", "unsupported", "Too short."],
  ]);
});
