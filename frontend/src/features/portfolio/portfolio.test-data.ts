import type { AssetView } from "./assetView";
import type { AssetPart, AssetRow, Coverage, Portfolio } from "./types";

const at = "2026-11-20T14:00:00Z";

/** A holding in one wallet on one network. */
export const part = (over: Partial<AssetPart> = {}): AssetPart => ({
  asset: "eip155:1/slip44:60",
  symbol: "ETH",
  receipt: null,
  position: null,
  chain: "eip155:1",
  chain_name: "Ethereum",
  wallet_address: "0x8a12",
  wallet_label: "lighthouse.eth",
  amount: "1",
  raw_amount: null,
  assumed_decimals: null,
  price: "100",
  value: "100",
  share: "10",
  reason: null,
  as_of: at,
  block: 1,
  stale: false,
  added: false,
  listed: true,
  explorer_url: null,
  ...over,
});

/** A priced asset with one part. */
export const row = (group: string, value: string | null, over: Partial<AssetRow> = {}): AssetRow => ({
  group,
  asset: `eip155:1/erc20:${group}`,
  symbol: group.toUpperCase(),
  name: group,
  mark: null,
  receipt: null,
  amount: "1",
  value,
  price: value,
  share: value,
  state: value === null ? "unpriced" : "priced",
  reasons: [],
  dust: false,
  manual_price: false,
  flags: [],
  parts: [part({ value, price: value })],
  rest: null,
  chains: [],
  ...over,
});

export const coverage = (over: Partial<Coverage> = {}): Coverage => ({
  known: "0",
  priced: 0,
  unpriced: [],
  failed: [],
  stale: [],
  held_back: [],
  hidden: 0,
  reading: 0,
  unread: [],
  not_looked_for: [],
  unreconciled: { differing: 0, incomplete: 0 },
  unconverted: null,
  complete: true,
  ...over,
});

export const portfolio = (assets: AssetRow[], over: Partial<Portfolio> = {}): Portfolio => ({
  view: "own",
  chosen: [],
  kinds: [],
  valuation_id: "v",
  currency_code: "USD",
  as_of: at,
  read_at: at,
  refreshing: false,
  total: "0",
  coverage: coverage(),
  user_wallet: {
    assets,
    count: assets.length,
    rest: null,
    dust: { count: 0, value: null },
    active: true,
    modified_on: at,
  },
  asset_prices: {},
  networks: [],
  quiet_networks: [],
  wallets: [],
  hidden: [],
  figures: {},
  ...over,
});

/** The view of the table before anything is chosen. */
export const tableView: AssetView = {
  search: "",
  groupBy: "asset",
  sort: "value",
  ascending: false,
  showDust: false,
  networks: [],
  page: 0,
  size: 10,
};
