import type {
  AccountProgress,
  CostChange,
  CostState,
  EntryCost,
  EntryDetails,
  HistoryCoverage,
  HistoryPage,
  HistoryRow,
  HistorySums,
  Leg,
  Party,
  Waiting,
} from "./types";

export const own = (name: string | null, address = "0x8a12000000000000000000000000000000009e21"): Party => ({
  address,
  name,
  source: "own",
  label_source: null,
  kind: null,
});

export const label = (name: string): Party => ({
  address: "0x5c7BCd6E7De5423a257D81B442095A1a6ced35C5",
  name,
  source: "label",
  label_source: "Spyhop's list, checked 2 Nov 2026",
  kind: "Exchange",
});

export const address = (text: string): Party => ({
  address: text,
  name: null,
  source: null,
  label_source: null,
  kind: null,
});

export const leg = (role: Leg["role"], symbol: string, amount: string | null, over: Partial<Leg> = {}): Leg => ({
  role,
  asset: `eip155:1/erc20:${symbol}`,
  symbol,
  name: symbol,
  mark: null,
  token_id: null,
  amount,
  raw: "1",
  value_then: "10",
  value_today: "11",
  price_then: null,
  price_then_basis: null,
  reason: null,
  ...over,
});

/** A swap of USDC for ETH on Uniswap. */
export const row = (entry: string, over: Partial<HistoryRow> = {}): HistoryRow => ({
  entry,
  timestamp: "2026-11-20T13:41:00Z",
  chain: "eip155:1",
  chain_name: "Ethereum",
  chain_mark: null,
  to_chain_name: null,
  block: 21_399_327,
  transaction: `0x${entry}`,
  explorer_url: "https://etherscan.io/tx/0x1",
  method: 20,
  method_name: "Transfer",
  kind: "swap",
  kind_name: "Swap",
  protocol: "uniswap-v3",
  account: own("lighthouse.eth"),
  from_wallet: own("lighthouse.eth"),
  to_wallet: label("Uniswap v3"),
  legs: [leg("out", "USDC", "4100"), leg("in", "ETH", "1.2024")],
  value_then: "4100",
  value_then_reason: null,
  value_today: "4102.69",
  value_today_reason: null,
  fee: leg("fee", "ETH", "0.000573"),
  fee_incomplete: false,
  fee_then: "3.12",
  fee_today: "3.14",
  own_transfer: false,
  matched: false,
  failed: false,
  moved: true,
  cost_gap: null,
  decoding: "complete",
  ...over,
});

/** The same at Kraken: it has no block, no hash and no other side. */
export const exchangeRow = (entry: string, over: Partial<HistoryRow> = {}): HistoryRow => {
  const kraken = own("Kraken", "kraken.4hK2mQ8tYzB1nW6rC3xVdE");
  return row(entry, {
    ...{ chain: "exchange:kraken", chain_name: "Kraken", block: 1_741_226_700_002, explorer_url: null },
    ...{ transaction: "TFB768-6CDF1-0048", protocol: null, account: kraken, from_wallet: kraken, to_wallet: null },
    legs: [leg("out", "EUR", "249.7"), leg("in", "ETH", "0.122762108559314739")],
    fee: leg("fee", "EUR", "0.62"),
    ...over,
  });
};

export const account = (name: string, over: Partial<AccountProgress> = {}): AccountProgress => ({
  account: name,
  name,
  chain_name: "Bitcoin",
  state: "reading",
  facts: 412,
  total: 538,
  percent: 61,
  oldest: null,
  cap: null,
  error: null,
  next_attempt: null,
  ...over,
});

export const coverage = (over: Partial<HistoryCoverage> = {}): HistoryCoverage => ({
  complete: true,
  known_since: "2021-03-12T10:00:00Z",
  accounts: 2,
  accounts_done: 2,
  entries: 100,
  total: 100,
  gaps: [],
  accounts_status: [],
  ...over,
});

export const historyPage = (results: HistoryRow[], over: Partial<HistoryPage> = {}): HistoryPage => ({
  results,
  start: 0,
  limit: 10,
  total_count: results.length,
  dust_hidden: 0,
  currency_code: "USD",
  asset_prices: {},
  coverage: coverage(),
  waiting: [],
  waiting_unlisted: 0,
  revision: "1",
  figures: {},
  ...over,
});

export const waiting = (over: Partial<Waiting> = {}): Waiting => ({
  wallet: own("Savings", "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu"),
  chain: "bip122:000000000019d6689c085ae165831e93",
  chain_name: "Bitcoin",
  chain_mark: "/marks/networks/bitcoin.svg",
  transaction: "4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b",
  explorer_url: "https://mempool.space/tx/4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b",
  asset: "bip122:000000000019d6689c085ae165831e93/slip44:0",
  symbol: "BTC",
  change: "0.0008",
  seen_at: "2026-11-20T13:58:00Z",
  as_of: "2026-11-20T14:00:00Z",
  ...over,
});

const noCost: EntryCost = {
  method: "fifo",
  method_name: "FIFO",
  rules_text: "What you acquired first leaves first.",
  currency_code: "USD",
  complete: true,
  missing_rate: null,
  assumed_share: null,
  known_since: "2021-03-12T10:00:00Z",
  assets: [],
};

/** What is held at a known cost. */
export const state = (quantity: string, cost: string | null, average: string | null): CostState => ({
  quantity,
  cost,
  average,
  unknown_quantity: "0",
  reason: null,
});
/** A sale of 6 ARB. */
export const change = (over: Partial<CostChange> = {}): CostChange => ({
  asset: "arb",
  symbol: "ARB",
  mark: null,
  before: state("10", "20", "2"),
  after: state("4", "8", "2"),
  realized: null,
  realized_reason: null,
  gap: null,
  value_basis: "close",
  value_basis_text: "Close of 2026-11-20",
  entered: null,
  kind: "exchanged",
  is_assumed: false,
  has_assumed_gain: false,
  ...over,
});
export const cost = (assets: CostChange[], over: Partial<EntryCost> = {}): EntryCost => ({
  ...noCost,
  assets,
  ...over,
});

export const details = (of: HistoryRow, over: Partial<EntryDetails> = {}): EntryDetails => ({
  row: of,
  revision: 2,
  stored_at: "2026-11-20T13:58:00Z",
  decoder: "Uniswap",
  decoder_version: 3,
  decoding_text: "Swap was read.",
  facts: [],
  note: null,
  mark: null,
  match: { state: "none", reason: null, other: null, candidates: [] },
  cost: noCost,
  figures: {},
  ...over,
});

const total = (value: string, left_out = 0) => ({ value, left_out });

/** What the entries of a view add up to. */
export const sums = (over: Partial<HistorySums> = {}): HistorySums => ({
  total_count: 61,
  inflows: total("57810.17"),
  outflows: total("52310.17"),
  fees: total("41.82"),
  realized: total("1918.62"),
  own_transfers: 11,
  bridges: 2,
  kind_filters: [],
  currency_code: "USD",
  coverage: { complete: true, known_since: null, accounts: 1, accounts_done: 1, gaps: [] },
  ...over,
});
