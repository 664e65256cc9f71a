import { expect, test } from "vitest";
import { type GroupMode, groupedAssets } from "./assetGroups";
import { type AssetView, viewRows } from "./assetView";
import { part, portfolio, row, tableView } from "./portfolio.test-data";
import type { AssetOnChain, Portfolio } from "./types";

const on = (chain: string, value: string | null): AssetOnChain => ({
  ...{ chain, value, asset: "eip155:1/slip44:60", amount: "1", price: "10", share: value },
  ...{ state: "priced", reasons: [] },
});

const staked = { kind: 20, name: "Staked", of: "eip155:1/slip44:60", text: "" };
const hot = { wallet_address: "0xhot", wallet_label: "Hot" };
const cold = { wallet_address: "0xcold", wallet_label: "Cold" };
const reason = { code: "not_listed" as const, text: "No source lists it." };

const network = (chain: string, name: string, value: string) => {
  const none = { color: "#627eea", mark: null, priced: 1, unpriced: 0, reading: 0 };
  return { chain, name, code: chain, value, share: value, ...none };
};
const wallet = ({ wallet_address: address, wallet_label: label }: typeof hot, value: string) => {
  const none = { display_address: null, nickname: null, reverse_name: null, chains: [] };
  return { id: `id-${label}`, address, label, value, share: value, priced: 1, unpriced: 0, reading: 0, ...none };
};
const kind = (number: number, name: string, value: string) => {
  return { kind: number, name, value, share: value, priced: 1, unpriced: 0 };
};

const ether = row("eth", "70", {
  amount: "7",
  parts: [
    part({ ...hot, amount: "3", value: "30", share: "30" }),
    part({ ...hot, chain: "eip155:10", amount: "2.5", value: "25.0000000000000001", share: "25" }),
    part({ ...cold, amount: "1.5", value: "15", share: "15", receipt: staked }),
  ],
  chains: [on("eip155:1", "45"), on("eip155:10", "25")],
});
const none = row("none", null, { parts: [part({ ...cold, value: null, price: null, share: null, reason })] });
const crumb = row("crumb", "0.4", { dust: true, parts: [part({ ...cold, value: "0.4", share: "0.4" })] });

const figures = {
  "/networks/0/value": "on mainnet",
  "/wallets/0/value": "in hot",
  "/kinds/1/value": "of staked",
  "/user_wallet/assets/0/chains/1/value": "ether there",
  "/user_wallet/assets/0/parts/2/value": "ether staked",
};
const answer = portfolio([ether, none, crumb], {
  figures,
  networks: [network("eip155:1", "Ethereum", "45.4"), network("eip155:10", "OP Mainnet", "25")],
  wallets: [wallet(hot, "55"), wallet(cold, "15.4")],
  kinds: [kind(10, "Regular", "55.4"), kind(20, "Staked", "15")],
});

const grouped = (mode: GroupMode, view: Partial<AssetView> = {}, of: Portfolio = answer) =>
  groupedAssets(of, viewRows(of), { ...tableView, ...view }, mode);
const held = (mode: GroupMode, view: Partial<AssetView> = {}) =>
  grouped(mode, view).groups.map(({ name, value, rows }) => [
    name,
    value,
    rows.map(({ group, value: v }) => [group, v]),
  ]);

test("a network has the sums of the answer, with what explains them", () => {
  expect(held("network")).toEqual([
    [
      "Ethereum",
      "45.4",
      [
        ["eth", "45"],
        ["none", null],
      ],
    ],
    ["OP Mainnet", "25", [["eth", "25"]]],
  ]);
  const [mainnet, optimism] = grouped("network").groups;
  expect(mainnet).toMatchObject({ figure: "on mainnet", dust: 1, unpriced: 1, isWhole: true });
  expect(optimism?.rows[0]).toMatchObject({ valueFigure: "ether there", only: null, gained: null });
});

test("a wallet has what it holds of each asset, exactly", () => {
  expect(held("wallet")).toEqual([
    ["Hot", "55", [["eth", "55.0000000000000001"]]],
    [
      "Cold",
      "15.4",
      [
        ["eth", "15"],
        ["none", null],
      ],
    ],
  ]);
  const [first, second] = grouped("wallet").groups;
  expect(first).toMatchObject({ figure: "in hot", rows: [{ amount: "5.5", share: "55", valueFigure: undefined }] });
  expect(second?.rows[0]).toMatchObject({ amount: "1.5", valueFigure: "ether staked" });
});

test("a kind of position has its parts, by the names of the page", () => {
  expect(held("kind")).toEqual([
    [
      "In wallets",
      "55.4",
      [
        ["eth", "55.0000000000000001"],
        ["none", null],
      ],
    ],
    ["Staked", "15", [["eth", "15"]]],
  ]);
  expect(grouped("kind").groups[1]).toMatchObject({ figure: "of staked" });
});

test("a part without a value leaves the others counted, and says so", () => {
  const parts = [part({ ...hot, value: "5" }), part({ ...hot, chain: "b", value: null, reason }), part(cold)];
  const [first] = grouped(
    "wallet",
    {},
    { ...answer, user_wallet: portfolio([row("a", "9", { parts })]).user_wallet },
  ).groups;
  expect(first?.rows[0]).toMatchObject({ value: "5", state: "partly_priced", reasons: [reason] });
});

test("the addresses of an extended public key are in its wallet", () => {
  const parts = [part({ wallet_address: "bc1one", wallet_label: "Cold" }), part(hot)];
  const { groups } = grouped(
    "wallet",
    {},
    { ...answer, user_wallet: portfolio([row("a", "9", { parts })]).user_wallet },
  );
  expect(groups.map(({ id }) => id).sort()).toEqual(["id-Cold", "id-Hot"]);
});

test("under a search the sum is that of the matching rows, with dust, and is not explained", () => {
  const { groups, matching } = grouped("wallet", { search: "cold" });
  expect(groups).toMatchObject([{ name: "Cold", value: "15.4", figure: undefined, isWhole: false, dust: 1 }]);
  expect(matching.map(({ group }) => group)).toEqual(["eth", "none", "crumb"]);
});

test("chosen networks narrow wallets, and their sums with them", () => {
  const { groups } = grouped("wallet", { networks: ["eip155:10"] });
  expect(groups).toMatchObject([
    { name: "Hot", value: "25", isWhole: false, rows: [{ only: "Ethereum", value: "25" }] },
  ]);
  const [only, ...others] = grouped("network", { networks: ["eip155:1"] }).groups;
  expect([only?.value, only?.isWhole, others]).toEqual(["45.4", true, []]);
});

test("groups follow the order of the table", () => {
  const names = (view: Partial<AssetView>) => grouped("network", view).groups.map(({ name }) => name);
  expect(names({ ascending: true })).toEqual(["OP Mainnet", "Ethereum"]);
  expect(names({ sort: "name", ascending: false })).toEqual(["OP Mainnet", "Ethereum"]);
  expect(names({ sort: "change", ascending: true })).toEqual(["Ethereum", "OP Mainnet"]);
});
