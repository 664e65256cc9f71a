import { expect, test } from "vitest";
import { coverageWords, unreadWords } from "../../format/coverage";
import { gaps } from "./missing";
import { coverage, portfolio } from "./portfolio.test-data";
import { portfolioState } from "./portfolioState";
import type { FailedSource, NotLookedFor, UnpricedHolding, UnreadWallet } from "./types";

const unread = (over: Partial<UnreadWallet> = {}): UnreadWallet => ({
  wallet: "w1",
  address: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8",
  label: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8",
  reason: "not_supported_yet",
  text: "Tron addresses are not supported yet.",
  ...over,
});

const missed = (chain: string, chain_name: string, over: Partial<NotLookedFor> = {}): NotLookedFor => ({
  chain,
  chain_name,
  protocol: null,
  reason: "unlisted_tokens",
  text: `Unlisted tokens are not detected on ${chain_name}.`,
  ...over,
});

test("an unread wallet comes first and can be fixed", () => {
  const [first, ...rest] = gaps(coverage({ complete: false, unread: [unread()] }));
  expect(rest).toEqual([]);
  expect(first).toMatchObject({ title: "TJRabP…RTv8", line: "Tron addresses are not supported yet.", action: "fix" });
  expect(first?.wallet?.address).toBe("TJRabPrwbZy45sbavfcjinPJC18kjpRTv8");
});

test("networks without a list and an explorer are one line, with a token to add", () => {
  const names = ["Kava", "Ronin", "Blast", "Aurora", "Cronos"];
  const all = names.map((name, at) => missed(`eip155:${at}`, name));
  const [line] = gaps(coverage({ not_looked_for: all }));
  expect(line).toMatchObject({ title: "Unlisted tokens on Kava, Ronin, Blast and 2 more", action: "token" });
  expect(line?.place.chain).toBeNull();
  const [one] = gaps(coverage({ not_looked_for: all.slice(0, 1) }));
  expect(one?.text).toBe("Unlisted tokens are not detected on Kava.");
  expect(one?.place.chain).toBe("eip155:0");
});

test("an explorer that fails is a line of its own", () => {
  const failing = missed("eip155:1", "Ethereum", { reason: "rate_limited", text: "… Blockscout is rate limited." });
  const list = gaps(coverage({ not_looked_for: [missed("eip155:2222", "Kava"), failing] }));
  expect(list.map(({ title }) => title)).toEqual(["Unlisted tokens on Kava", "Unlisted tokens on Ethereum"]);
  expect(list[1]?.text).toContain("Blockscout");
});

test("a protocol that could not be read is a line of its own", () => {
  const text = "Aave v3 could not be read: its provider is not the one that is known.";
  const unread = missed("eip155:1", "Ethereum", { protocol: "Aave v3", reason: "unread_protocol", text });
  const list = gaps(coverage({ not_looked_for: [missed("eip155:1", "Ethereum"), unread] }));
  expect(list.map(({ title }) => title)).toEqual(["Unlisted tokens on Ethereum", "Aave v3 on Ethereum"]);
  expect(list[1]).toMatchObject({ line: "Protocol not read", action: null });
  expect(list[1]?.text).toContain(text);
  expect(coverageWords(coverage({ priced: 3, not_looked_for: [unread] }))).toEqual([
    "3 of 3 holdings priced",
    "1 protocol not read",
  ]);
});

test("the badge names unread wallets and undetected holdings", () => {
  const not_looked_for = [missed("eip155:2222", "Kava")];
  const both = coverage({ priced: 3, unread: [unread()], not_looked_for });
  expect(coverageWords(both)).toEqual(["3 of 3 holdings priced", "1 wallet not loaded"]);
  const one = coverage({ priced: 3, not_looked_for });
  expect(coverageWords(one)).toEqual(["3 of 3 holdings priced", "unlisted tokens not detected"]);
});

const failed = (n: number, over: Partial<FailedSource> = {}): FailedSource => ({
  source: "metis-rpc",
  name: `Wallet ${n} on Metis`,
  reason: "unavailable",
  text: "Metis does not answer.",
  chain: "eip155:1088",
  wallet_address: `0x${n}`,
  last_good: null,
  retry_at: null,
  ...over,
});
const metis = Array.from({ length: 13 }, (_, n) => failed(n));
const provider = failed(0, { name: "Kraken", chain: null, wallet_address: null });

test("wallets that were not read are counted by network, and data providers only by the line that lists them", () => {
  expect(coverageWords(coverage({ priced: 3, failed: [...metis, provider] }))).toEqual([
    "3 of 3 holdings priced",
    "13 wallets not read on Metis",
  ]);
  expect(coverageWords(coverage({ priced: 3, failed: [provider] }))).toEqual([
    "3 of 3 holdings priced",
    "prices from fewer sources",
  ]);
  const base = failed(0, { name: "Wallet 0 on Base", chain: "eip155:8453" });
  expect(unreadWords([...metis, base])).toBe("13 wallets not read on 2 networks");
  expect(unreadWords([failed(1)])).toBe("1 wallet not read on Metis");
  const bitcoin = [1, 2].map((n) => failed(n, { name: "Savings on Bitcoin", chain: "bip122:0" }));
  expect(unreadWords(bitcoin)).toBe("2 addresses not read on Bitcoin");
  const stale = metis.map((one) => ({ ...one, as_of: "2026-11-20T14:00:00Z" }));
  expect(coverageWords(coverage({ priced: 3, stale }))).toEqual([
    "3 of 3 holdings priced",
    "13 wallets out of date on Metis",
  ]);
});

test("equal gaps are one row, with one action for all of them", () => {
  const other = failed(20, { reason: "rate_limited", text: "Metis is rate limited." });
  const [all, alone] = gaps(coverage({ failed: [...metis, other] }));
  expect(all).toMatchObject({ title: "Metis", line: "13 wallets · no answer", action: "read" });
  expect(all?.place).toEqual({ chain: "eip155:1088", wallet_address: null });
  expect(alone).toMatchObject({ title: "Wallet 20", line: "Metis · rate limited" });
  expect(alone?.place).toEqual({ chain: "eip155:1088", wallet_address: "0x20" });
});

test("an asset without a price in several wallets is one row, and its amounts are not added up", () => {
  const mist = (wallet_address: string): UnpricedHolding => ({
    ...{ asset: "eip155:1/erc20:0x1", symbol: "MIST", name: "Mistral", chain: "eip155:1", wallet_address },
    ...{ amount: "5", raw_amount: null, assumed_decimals: null, reason: "not_listed", text: "No source lists it." },
  });
  const list = gaps(coverage({ unpriced: [mist("0x1"), mist("0x2")] }));
  expect(list).toHaveLength(1);
  expect(list[0]).toMatchObject({ title: "MIST in 2 wallets", amount: null, action: "price" });
  expect(gaps(coverage({ unpriced: [mist("0x1")] }))[0]).toMatchObject({ title: "Mistral", amount: "5" });
});

test("a list of wallets that are not read is not an empty portfolio", () => {
  const wallets = [{ id: "w1" }] as ReturnType<typeof portfolio>["wallets"];
  const covered = coverage({ complete: false, unread: [unread()] });
  expect(coverageWords(covered)).toEqual(["1 wallet not loaded"]);
  expect(portfolioState(portfolio([], { wallets, total: null, coverage: covered }))).toBe("unknown");
});

test("a failed price source hides no holding: wallets without assets stay empty", () => {
  const wallets = [{ id: "w1" }] as ReturnType<typeof portfolio>["wallets"];
  expect(portfolioState(portfolio([], { wallets, coverage: coverage({ failed: [provider] }) }))).toBe("empty");
  expect(portfolioState(portfolio([], { wallets, coverage: coverage({ failed: metis }) }))).toBe("unknown");
});
