import type { ExchangeMarket } from "../types";

/** A pair of which trades were read. */
export const market = (over: Partial<ExchangeMarket> = {}): ExchangeMarket => {
  const { base = "BTC", quote = "EUR" } = over;
  return {
    market: `${base}${quote}`,
    base,
    quote,
    origin: "balance",
    is_open: true,
    state: "read",
    is_missing: false,
    trade_count: 3,
    read_on: "2026-11-20T14:00:00Z",
    added_on: "2026-11-19T14:00:00Z",
    ...over,
  };
};

/** A pair that the person left out. */
export const leftOut = (over: Partial<ExchangeMarket> = {}): ExchangeMarket =>
  market({ state: "left_out", is_missing: true, ...over });
