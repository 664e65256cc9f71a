import type { DefiSheet, ProtocolAmountRow, ProtocolCard, Protocols } from "./types";

const READ = "2026-11-27T10:19:12Z";

export function amount(row: Partial<ProtocolAmountRow>): ProtocolAmountRow {
  return {
    asset: "eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48",
    symbol: "USDC",
    name: "USD Coin",
    mark: null,
    type_id: 40,
    type_name: "Lent",
    role: "supply",
    balance: "100",
    raw_amount: null,
    price: "1",
    value: "100",
    reason: null,
    unlocks_on: null,
    function: "balanceOf(address)",
    contract: "0x7B4EB56E7CD4b454BA8ff71E4518426369a138a3",
    ...row,
  };
}

export function card(one: Partial<ProtocolCard>): ProtocolCard {
  return {
    name: "Compound v3 USDC",
    mark: null,
    website: "https://compound.finance",
    warning: null,
    chain: "eip155:8453",
    chain_name: "Base",
    chain_mark: null,
    wallet_address: "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
    wallet_label: "lighthouse.eth",
    total: "100",
    debt: null,
    share: "1.6",
    positions: [{ item: null, total: "100", health_factor: null, unread: [], rows: [amount({})] }],
    as_of: READ,
    block: 7,
    stale: false,
    ...one,
  };
}

/** A loan with a reward, whose collateral is worth 8000 and whose debt 2000. */
export const loan = card({
  name: "Aave v3 Core",
  chain: "eip155:1",
  chain_name: "Ethereum",
  total: "6010",
  debt: "-2000",
  share: "98.4",
  positions: [
    {
      item: null,
      total: "6010",
      health_factor: "2.4049",
      unread: [],
      rows: [
        amount({
          symbol: "WETH",
          name: "Wrapped Ether",
          type_id: 50,
          type_name: "Supplied",
          role: "collateral",
          value: "8000",
        }),
        amount({ type_id: 30, type_name: "Borrowed", role: "borrow", balance: "-2000", value: "-2000" }),
        amount({ symbol: "AAVE", name: "Aave", type_id: 70, type_name: "Reward", role: "reward", value: "10" }),
      ],
    },
  ],
});

const sheet: DefiSheet = {
  wallets: "1000",
  exchanges: null,
  credit: "8110",
  debt: "-2000",
  net: "6110",
  types: [
    { id: 30, name: "Borrowed", total: "-2000", share: "100", unpriced: 0 },
    { id: 40, name: "Lent", total: "100", share: "1.2", unpriced: 0 },
    { id: 50, name: "Supplied", total: "8000", share: "98.6", unpriced: 0 },
    { id: 70, name: "Reward", total: "10", share: "0.1", unpriced: 0 },
  ],
  valued: 2,
  unvalued: 0,
  looked_for: { protocols: 43, chains: 14, read_on: READ },
  unread: [],
  reading: 0,
};

export function protocols(change: Partial<Omit<Protocols, "sheet">> & { sheet?: Partial<DefiSheet> } = {}): Protocols {
  return {
    user_wallet: [loan, card({})],
    refreshing: false,
    valuation_id: "01994b2e-7c1a-7b3e-9a55-0d8a6f1f2c11",
    currency_code: "USD",
    figures: { "/user_wallet/0/total": "total-of-loan", "/user_wallet/0/positions/0/rows/1/value": "debt" },
    ...change,
    sheet: { ...sheet, ...change.sheet },
  };
}

/** An answer without any position. */
export const nothing = protocols({
  user_wallet: [],
  sheet: { credit: null, debt: null, net: null, types: [], valued: 0 },
});
