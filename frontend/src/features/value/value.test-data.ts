import type { ReportCoverage, ValueEvent, ValueGraph, ValuePeriod, ValueRow, ValueTransaction } from "./types";

export const ETHEREUM = { _id: "eip155:1", name: "Ethereum", color: "#627eea", mark: null };
export const BASE = { _id: "eip155:8453", name: "Base", color: "#0052ff", mark: null };

export const coverage: ReportCoverage = {
  complete: true,
  known_since: "2025-09-01T00:00:00Z",
  accounts: 2,
  accounts_done: 2,
  gaps: [],
};

/** A row of an asset whose largest value is one more than its closing value. */
export function valueRow(symbol: string, closing: (string | null)[], change: Partial<ValueRow> = {}): ValueRow {
  return {
    asset: `eip155:1/erc20:${symbol}`,
    coin: symbol.toLowerCase(),
    symbol,
    name: `${symbol} coin`,
    mark: null,
    chain: ETHEREUM,
    asset_count: 1,
    first: 0,
    closing,
    largest: closing.map((amount) => (amount === null ? null : `${Number(amount) + 1}`)),
    ...change,
  };
}

/** The answer about some days from 8 Sept 2025 on. */
export function valueGraph(
  assets: ValueRow[],
  closing: (string | null)[],
  change: Partial<ValueGraph> & { cost?: (string | null)[]; unpriced?: number[] } = {},
): ValueGraph {
  const { cost, unpriced, ...rest } = change;
  return {
    asset_value_data: {
      days: closing.map((_, i) => `2025-09-${String(8 + i).padStart(2, "0")}`),
      closing,
      largest: closing,
      unpriced: unpriced ?? closing.map(() => 0),
      cost_basis: cost ?? closing.map(() => "100"),
      assets,
    },
    group_criteria: "day",
    currency_code: "USD",
    time_zone: "UTC",
    data_loaded: true,
    never_priced: 0,
    coverage,
    ...rest,
  };
}

export const valuePeriod = (day: string): ValuePeriod => ({
  first_day: day,
  last_day: day,
  unlisted: 0,
  from: `${day}T00:00:00Z`,
  to: `${day}T23:59:59Z`,
  closing: { value: "0", left_out: 0 },
  largest: { value: "0", left_out: 0 },
  cost_basis: "100",
  rows: [],
  coverage,
  currency_code: "USD",
  figures: {},
});

export const valueEvent = (id: string, day: string, change: Partial<ValueEvent> = {}): ValueEvent => ({
  _id: id,
  title: `Event of ${id}`,
  day,
  timestamp: `${day}T00:00:00Z`,
  kind: "market",
  is_highlighted: true,
  chain: null,
  source: "",
  ...change,
});

/** A transaction from an exchange to an address without a name. */
export const transaction = {
  entry: "e1",
  account: { address: "0x91ab000000000000000000000000000000007d04", name: null },
  from_wallet: { address: "k", name: "Kraken" },
  to_wallet: { address: "0x91ab000000000000000000000000000000007d04", name: null },
  kind_name: "Receive",
  own_transfer: true,
  legs: [{ role: "in", amount: "0.6", symbol: "BTC", name: "Bitcoin", mark: null }],
  value_then: "54612",
  value_then_reason: null,
} as unknown as ValueTransaction;
