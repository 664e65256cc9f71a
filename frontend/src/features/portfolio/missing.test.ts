import { expect, test } from "vitest";
import { coverageWords } from "../../format/coverage";
import { gaps } from "./missing";
import { coverage, portfolio } from "./portfolio.test-data";
import { portfolioState } from "./portfolioState";
import type { NotLookedFor, UnreadWallet } from "./types";

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

test("the badge names unread wallets and undetected holdings", () => {
  const not_looked_for = [missed("eip155:2222", "Kava")];
  const both = coverage({ priced: 3, unread: [unread()], not_looked_for });
  expect(coverageWords(both)).toEqual(["3 of 3 holdings priced", "1 wallet not loaded"]);
  const one = coverage({ priced: 3, not_looked_for });
  expect(coverageWords(one)).toEqual(["3 of 3 holdings priced", "unlisted tokens not detected"]);
});

test("a list of wallets that are not read is not an empty portfolio", () => {
  const wallets = [{ id: "w1" }] as ReturnType<typeof portfolio>["wallets"];
  const covered = coverage({ complete: false, unread: [unread()] });
  expect(coverageWords(covered)).toEqual(["1 wallet not loaded"]);
  expect(portfolioState(portfolio([], { wallets, total: null, coverage: covered }))).toBe("unknown");
});
