import type { AssetFlows, FlowChain, Flows } from "./types";

export const ETHEREUM: FlowChain = { _id: "eip155:1", name: "Ethereum", color: "#627eea", mark: null };
export const BASE: FlowChain = { _id: "eip155:8453", name: "Base", color: "#0052ff", mark: null };

export const coverage = {
  complete: true,
  known_since: "2021-03-12T00:00:00Z",
  accounts: 2,
  accounts_done: 2,
  gaps: [],
};

export const total = (value: string, left_out = 0) => ({ value, left_out });

/** What came in and what left of an asset. */
export function assetFlows(
  symbol: string,
  [inflows, outflows, net]: readonly [string, string, string],
  change: Partial<AssetFlows> = {},
): AssetFlows {
  return {
    coin: symbol.toLowerCase(),
    asset: `eip155:1/erc20:${symbol}`,
    symbol,
    name: `${symbol} coin`,
    mark: null,
    inflows: total(inflows),
    outflows: total(outflows),
    net: total(net),
    transferred: total("0"),
    count: 1,
    ...change,
  };
}

/** The answer about some assets. */
export const flowsOf = (
  assets: AssetFlows[],
  change: Partial<Flows> & { totals?: Partial<Flows["profit_loss"]> } = {},
): Flows => {
  const { totals, ...rest } = change;
  return {
    profit_loss: {
      assets,
      inflows: total("150"),
      outflows: total("40"),
      net: total("110"),
      transferred: total("0"),
      unlisted: 0,
      ...totals,
    },
    start: "2025-11-20T14:00:00Z",
    end: "2026-11-20T14:02:00Z",
    time_zone: "UTC",
    currency_code: "USD",
    chains: [ETHEREUM, BASE],
    coverage,
    figures: {},
    ...rest,
  };
};
