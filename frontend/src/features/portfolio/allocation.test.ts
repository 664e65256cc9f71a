import { expect, test } from "vitest";
import { slicesBy } from "./allocation";
import { viewRows } from "./assetView";
import { part, portfolio, row } from "./portfolio.test-data";
import type { NetworkRow, Portfolio, WalletRow } from "./types";

const many = Array.from({ length: 10 }, (_, i) => row(`t${i}`, String(100 - i * 10), { share: String(10 - i) }));
const none = new Map<string, string>();

const network = (chain: string, value: string | null): NetworkRow => ({
  ...{ chain, code: chain, name: chain, color: "#123456", mark: null, value, share: "1" },
  ...{ priced: 1, reading: 0, unpriced: 0 },
});

function slices(mode: Parameters<typeof slicesBy>[0], shown: Portfolio) {
  return slicesBy(mode, shown, viewRows(shown), none);
}

test("the remainder of the server is one slice with its own figure, and contains its assets", () => {
  const rest = { after: 7, count: 3, value: "60", share: "6" };
  const shown = portfolio([...many, row("none", null)], { figures: { "/user_wallet/rest/value": "others" } });
  shown.user_wallet.rest = rest;
  const parts = slices("asset", shown);
  expect(parts.map(({ code }) => code)).toEqual(["T0", "T1", "T2", "T3", "T4", "T5", "T6", "3 others"]);
  expect(parts.at(-1)).toMatchObject({ value: "60", share: "6", figure: "others" });
  expect(
    parts
      .at(-1)
      ?.holdings()
      .map(({ name }) => name),
  ).toEqual(["t7", "t8", "t9"]);
});

test("networks are ordered by value, with the figures of their own holdings in the answer", () => {
  const figures = { "/networks/0/value": "small", "/networks/1/value": "large" };
  const networks = [network("a", "5"), network("b", "50"), network("c", null), network("d", "0")];
  const parts = slices("network", portfolio([], { networks, figures }));
  expect(parts.map(({ id, figure }) => [id, figure])).toEqual([
    ["b", "large"],
    ["a", "small"],
  ]);
});

test("a network contains its holdings: the whole row, or its part on that network", () => {
  const chains = [
    { chain: "a", asset: "x", amount: "1", price: "1", value: "4", share: "1", state: "priced" as const, reasons: [] },
    { chain: "b", asset: "y", amount: "1", price: "1", value: "1", share: "1", state: "priced" as const, reasons: [] },
  ];
  const split = row("split", "5", { chains, parts: [part({ chain: "a" }), part({ chain: "b" })] });
  const alone = row("alone", "9", { parts: [part({ chain: "a" })] });
  const figures = {
    "/user_wallet/assets/0/chains/0/value": "part",
    "/user_wallet/assets/1/value": "whole",
  };
  const [first] = slices("network", portfolio([split, alone], { networks: [network("a", "13")], figures }));
  expect(first?.holdings().map(({ name, value, figure }) => [name, value, figure])).toEqual([
    ["alone", "9", "whole"],
    ["split", "4", "part"],
  ]);
});

test("a wallet opens into its networks, each with its own figure", () => {
  const chains = [{ chain: "a", name: "A", color: "#123456", mark: null, value: "3", share: "100" }];
  const wallet = { id: "w", label: "Savings", value: "3", share: "100", chains } as WalletRow;
  const figures = { "/wallets/0/value": "all", "/wallets/0/chains/0/value": "on a" };
  const [only] = slices("wallet", portfolio([], { wallets: [wallet], figures }));
  expect([only?.name, only?.figure, only?.holdings()[0]?.figure]).toEqual(["Savings", "all", "on a"]);
});

test("a kind opens into the parts that are of it", () => {
  const receipt = { kind: 20, name: "Staked", of: "eip155:1/slip44:60", text: "Staked." };
  const kinds = [
    { kind: 10, name: "Regular", value: "5", share: "50", priced: 1, unpriced: 0 },
    { kind: 20, name: "Staked", value: "5", share: "50", priced: 1, unpriced: 0 },
  ];
  const shown = portfolio([row("eth", "10", { parts: [part(), part({ symbol: "stETH", receipt })] })], { kinds });
  const parts = slices("kind", shown);
  expect(parts.map(({ name }) => name)).toEqual(["In wallets", "Staked"]);
  expect(parts[1]?.holdings().map(({ name }) => name)).toEqual(["stETH"]);
});

test("the addresses of one extended public key are distinguished, other wallets need no address", () => {
  const derived = ["bc1qone00000000000000000000000000aaaa", "bc1qtwo00000000000000000000000000bbbb"];
  const parts = [
    ...derived.map((wallet_address) => part({ value: "40", wallet_address, wallet_label: "Cold" })),
    part({ value: "20", wallet_label: "Hot" }),
  ];
  const [whole] = slices("asset", portfolio([row("a", "100", { parts })]));
  expect(whole?.holdings().map(({ name, note }) => [name, note])).toEqual([
    ["Cold", "bc1qon…aaaa"],
    ["Cold", "bc1qtw…bbbb"],
    ["Hot", "Ethereum"],
  ]);
});

const debt = { kind: 30, name: "Borrowed", place: "Aave v3" };

test("debts are listed after what is owned, each with its figure and without a share", () => {
  const owed = row("owed", "-40", { share: null, parts: [part({ value: "-40", position: debt })] });
  const figures = { "/user_wallet/assets/1/value": "debt", "/networks/0/value": "net" };
  const networks = [network("a", "-30"), network("b", "90")];
  const shown = portfolio([row("own", "100"), owed], { figures, networks });
  expect(slices("asset", shown).map(({ id, value, share, figure }) => [id, value, share, figure])).toEqual([
    ["own", "100", "100", undefined],
    ["owed", "-40", null, "debt"],
  ]);
  expect(slices("network", shown).map(({ id, colour }) => [id, colour])).toEqual([
    ["b", "var(--c1)"],
    ["a", "var(--c8)"],
  ]);
});

test("a position is of its own kind, whatever its asset is a receipt of, and names its place", () => {
  const receipt = { kind: 20, name: "Staked", of: "eip155:1/slip44:60", text: "A receipt." };
  const parts = [part({ receipt }), part({ receipt, value: "-5", position: debt })];
  const kinds = [20, 30].map((kind) => ({ kind, name: "", value: "1", share: "1", priced: 1, unpriced: 0 }));
  const [staked, borrowed] = slices("kind", portfolio([row("eth", "95", { parts })], { kinds }));
  expect(staked?.holdings().map(({ note }) => note)).toEqual(["lighthouse.eth on Ethereum"]);
  expect(borrowed?.holdings().map(({ note }) => note)).toEqual(["Aave v3: borrowed, lighthouse.eth on Ethereum"]);
});
