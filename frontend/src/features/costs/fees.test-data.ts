import type { Fees } from "./types";

const chainOf = (name: string) => ({ _id: `chain:${name}`, name, color: null, mark: null });
const total = (value: string, left_out = 0) => ({ value, left_out });

/** The fees of a chain, by the first day of each period. */
type ChainFees = readonly [name: string, ...fees: (readonly [day: string, value: string, left_out?: number])[]];

/** The answer about the fees of some chains, whose sums are given in dollars and cents. */
export function feesOf(
  sum: string,
  days: readonly string[],
  chains: readonly ChainFees[],
  change: Partial<Fees> = {},
): Fees {
  const rowOf = (name: string, value: string, left_out = 0) => ({
    chain: chainOf(name),
    symbol: "ETH",
    count: 1,
    total_fees_amount: total("0.001"),
    total_fees: total(value, left_out),
  });
  return {
    gas_fee_overtime: chains.flatMap(([name, ...fees]) =>
      fees.map(([first_day, value, left_out]) => ({ first_day, ...rowOf(name, value, left_out) })),
    ),
    chains: chains.map(([name, ...fees]) =>
      rowOf(
        name,
        String(fees.reduce((all, [, value]) => all + Number(value), 0)),
        fees.reduce((all, [, , left_out = 0]) => all + left_out, 0),
      ),
    ),
    days: [...days],
    total_fees: total(sum),
    total_count: chains.reduce((all, [, ...fees]) => all + fees.length, 0),
    group_criteria: "month",
    asset_prices: {},
    start: "2026-01-20T14:00:00Z",
    end: "2026-03-20T14:02:00Z",
    time_zone: "UTC",
    currency_code: "USD",
    coverage: { complete: true, known_since: "2021-03-12T00:00:00Z", accounts: 2, accounts_done: 2, gaps: [] },
    figures: {},
    ...change,
  };
}
