import { expect, test } from "vitest";
import { addsUp } from "./addsUp";
import type { AccountHistory, Difference, WalletCard } from "./types";
import { walletCard } from "./wallet.test-data";

const ADDRESS = "0x225f137127d9067788314bc7fcc1f36746a3c3B5";
const wallet = walletCard({ address: ADDRESS });

const account = (state: AccountHistory["state"], over: Partial<AccountHistory> = {}): AccountHistory => ({
  account: `eip155:1:${ADDRESS}`,
  chain_name: "Ethereum",
  name: "Savings",
  state,
  facts: 3,
  total: 3,
  percent: 100,
  oldest: null,
  cap: null,
  error: null,
  next_attempt: null,
  ...over,
});

const difference = (of: string): Difference => ({
  account: of,
  asset: "eip155:1/slip44:60",
  balance: "2",
  block: 7,
  cause: "rebasing",
  cause_text: "The balance grows without transfers.",
  chain_name: "Ethereum",
  difference: "1",
  first: null,
  name: "Savings",
  remedy: "",
  replayed: "1",
  symbol: "ETH",
  value: "3",
});

const OTHER = "eip155:1:0x0000000000000000000000000000000000000001";

test("a wallet adds up if all of its histories are whole and none of its balances differs", () => {
  const accounts = [account("whole"), account("reading", { account: OTHER })];
  expect(addsUp(wallet, { accounts, differences: [difference(OTHER)] })?.state).toBe("yes");
});

test("while a history is being read, it is not known yet", () => {
  for (const accounts of [[account("whole"), account("reading")], [account("waiting")], []])
    expect(addsUp(wallet, { accounts, differences: [difference(`eip155:1:${ADDRESS}`)] })).toEqual({
      state: "unknown",
      words: "Not known yet: history is being read",
      differences: [],
    });
});

test("an incomplete history proves nothing, but a balance that differs does", () => {
  const accounts = [account("whole"), account("capped", { account: `eip155:8453:${ADDRESS}`, chain_name: "Base" })];
  expect(addsUp(wallet, { accounts, differences: [] })?.words).toBe("Not known: the history on Base is incomplete");
  const more = [...accounts, account("failed", { account: `eip155:10:${ADDRESS}`, chain_name: "OP Mainnet" })];
  expect(addsUp(wallet, { accounts: more, differences: [] })?.words).toMatch(
    /the history on 2 networks is incomplete$/,
  );
  const differs = addsUp(wallet, { accounts, differences: [difference(`eip155:1:${ADDRESS}`)] });
  expect([differs?.state, differs?.words]).toEqual(["no", "1 balance differs from what the entries give."]);
});

test("the accounts of an extended key are found by its name, and one that is not read is said to be so", () => {
  const key = walletCard({ nickname: "Savings", extended_key: { short: "x" } as WalletCard["extended_key"] });
  expect(addsUp(key, { accounts: [account("whole", { account: "bip122:0:bc1q" })], differences: [] })?.state).toBe(
    "yes",
  );
  const wrong = walletCard({ detected: false });
  expect(addsUp(wrong, { accounts: undefined, differences: undefined })?.words).toMatch(/^Not known: /);
  expect(addsUp(wallet, { accounts: undefined, differences: [] })).toBeNull();
});
