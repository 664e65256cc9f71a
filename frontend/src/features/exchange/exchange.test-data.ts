import type { AccountHistory, ExchangeAccount, ExchangeKey, ExchangeProfile } from "./types";

const AT = "2026-11-20T14:00:00Z";

/** A key that can only read. */
export const key = (over: Partial<ExchangeKey> = {}): ExchangeKey => ({
  is_granted: false,
  key_end: "k70d",
  is_stated: true,
  rights: ["query-funds", "query-ledger"],
  is_bound: true,
  addresses: ["203.0.113.24"],
  ends_on: null,
  warnings: [],
  checked_on: AT,
  created_on: AT,
  ...over,
});

export const account = (over: Partial<ExchangeAccount> = {}): ExchangeAccount => ({
  exchange: "kraken",
  exchange_name: "Kraken",
  account_name: "Kraken",
  wallet_address: "kraken.4hK2mQ8tYzB1nW6rC3xVdE",
  key: key(),
  state: "connected",
  reason: null,
  retry_on: null,
  read_on: AT,
  ...over,
});

/** A history that is read to its end. */
export const history = (over: Partial<AccountHistory> = {}): AccountHistory => ({
  account: `exchange:kraken:${account().wallet_address}`,
  name: "Kraken",
  chain_name: "Kraken",
  state: "whole",
  facts: 68,
  total: 68,
  percent: 100,
  oldest: "2024-01-30T08:45:00Z",
  cap: null,
  error: null,
  next_attempt: null,
  ...over,
});

export const profile = (over: Partial<ExchangeProfile> = {}): ExchangeProfile => ({
  exchange: "kraken",
  name: "Kraken",
  website: "https://www.kraken.com",
  mark: null,
  fields: [
    { name: "api_key", label: "API Key", secret: false },
    { name: "api_secret", label: "API Secret", secret: true },
  ],
  steps: ["Open Settings, then API.", "Create a key."],
  not_read: ["Kraken Futures"],
  files: [{ name: "Ledgers", place: "At Kraken: Documents, New export, Ledgers, as CSV." }],
  oauth: null,
  has_markets: false,
  account_count: 0,
  ...over,
});
