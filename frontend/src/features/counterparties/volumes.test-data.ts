import type { ServiceVolume, Volumes, VolumeTotals } from "./types";

export const ETHEREUM = { _id: "eip155:1", name: "Ethereum", color: "#627eea", mark: null };
export const BASE = { _id: "eip155:8453", name: "Base", color: "#0052ff", mark: null };
export const ROUTER = "0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45";

export const totals = (volume: string, fees = "0", count = 1, left_out = 0): VolumeTotals => ({
  total_volume: { value: volume, left_out },
  total_fees: { value: fees, left_out: 0 },
  total_count: count,
});

/** What was exchanged with a service, in one month and by one contract. */
export const service = (
  name: string,
  kind: string,
  sums: VolumeTotals,
  change: Partial<ServiceVolume> = {},
): ServiceVolume => ({
  name,
  kind,
  source: "some/labels@923aba72",
  source_date: "2023-10-02",
  ...sums,
  periods: [{ first_day: "2026-03-01", ...sums }],
  pairs: [{ given: "USDC", got: "ETH", ...sums }],
  contracts: [{ chain: ETHEREUM, address: ROUTER, own_label: false, ...sums }],
  ...change,
});

export const coverage: Volumes["coverage"] = {
  complete: true,
  known_since: "2021-03-12T00:00:00Z",
  accounts: 2,
  accounts_done: 2,
  gaps: [],
};

/** The answer about some services. */
export const volumesOf = (services: ServiceVolume[], sums: VolumeTotals, change: Partial<Volumes> = {}): Volumes => ({
  counter_party_volume_traded: services,
  ...sums,
  unlabelled: { addresses: 22, ...totals("14220", "5", 30) },
  days: ["2026-01-01", "2026-02-01", "2026-03-01"],
  group_criteria: "month",
  start: "2025-11-20T14:00:00Z",
  end: "2026-11-20T14:02:00Z",
  time_zone: "UTC",
  currency_code: "USD",
  chains: [ETHEREUM, BASE],
  coverage,
  figures: {},
  ...change,
});

/** An exchange, a DEX whose fee is in the price, and a staking contract. */
export const three = volumesOf(
  [
    service("Uniswap v3", "dex", totals("600", "3", 96), {
      pairs: [
        { given: "USDC", got: "ETH", ...totals("300", "1", 41) },
        { given: "ETH", got: "USDC", ...totals("200", "1", 29) },
        { given: "", got: "ARB", ...totals("60", "1", 11) },
        { given: "OP", got: "", ...totals("30", "0", 10) },
        { given: "OP", got: "ETH", ...totals("10", "0", 5) },
      ],
      contracts: [
        { chain: ETHEREUM, address: ROUTER, own_label: false, ...totals("390", "2", 60) },
        {
          chain: BASE,
          address: "0x2626664c2603336E57B271c5C0b26F421741e481",
          own_label: false,
          ...totals("210", "1", 36),
        },
      ],
    }),
    service("CoW Swap", "dex", totals("300", "0", 14)),
    service("Lido", "staking", totals("100", "1", 4)),
  ],
  totals("1000", "4", 114),
  { figures: { "/counter_party_volume_traded/0/total_volume/value": "uniswap-figure" } },
);
