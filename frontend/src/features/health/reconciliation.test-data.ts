import type { BalanceDifference, Reconciled } from "./types";

const ACCOUNT = "eip155:1:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";

export const difference = (over: Partial<BalanceDifference> = {}): BalanceDifference => ({
  account: ACCOUNT,
  asset: "eip155:1/erc20:0xae7ab96520DE3A18E5e111B5EaAb095312D7fE84",
  symbol: "stETH",
  name: "Savings",
  chain_name: "Ethereum",
  balance: "4.1231",
  replayed: "4.0012",
  difference: "0.1219",
  value: "416.36",
  block: 21_399_327,
  first: "2022-03-11T12:00:00Z",
  cause: "rebasing",
  cause_text: "The balance of this token changes without transfers.",
  remedy: "No action needed: the balance of the network counts.",
  ...over,
});

export const reconciled = (over: Partial<Reconciled> = {}): Reconciled => ({
  compared: 41,
  equal: 40,
  value: "2000",
  reconciled: "1500",
  differences: [difference()],
  ...over,
});
