import type { AllowanceRow, Approvals, SpenderRow } from "./types";

const ROUTER = "0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45";
const USDC = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";

/** An approval of USDC without a limit, of which 250.5 are held. */
export const allowance = (change: Partial<AllowanceRow> = {}): AllowanceRow => ({
  address: "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
  label: "vitalik.eth",
  contract: USDC,
  asset: `eip155:1/erc20:${USDC}`,
  symbol: "USDC",
  token_id: null,
  via_permit2: false,
  limit: "unlimited",
  amount: null,
  expires_on: null,
  held: "250.5",
  price: "1",
  at_risk: "250.5",
  risk: "known",
  as_of: "2026-03-02T09:15:00Z",
  approved_on: "2025-03-02T09:15:00Z",
  transaction: `0x${"1".repeat(64)}`,
  revoke: {
    contract: USDC,
    text: `approve(${ROUTER}, 0)`,
    data: `0x095ea7b3${"0".repeat(128)}`,
    link: `ethereum:${USDC}@1/approve?address=${ROUTER}&uint256=0`,
  },
  ...change,
});

/** A router that a list names. */
export const spender = (change: Partial<SpenderRow> = {}): SpenderRow => ({
  chain: "eip155:1",
  chain_name: "Ethereum",
  address: ROUTER,
  owner: "Uniswap",
  code: "contract",
  at_risk: "250.5",
  unvalued: 0,
  explorer_url: `https://etherscan.io/address/${ROUTER}`,
  allowances: [allowance()],
  ...change,
});

export const approvals = (change: Partial<Approvals> = {}): Approvals => ({
  at_risk: "250.5",
  unvalued: 0,
  spenders: [spender()],
  delegations: [],
  unread: [],
  hidden: 0,
  left_out: 0,
  accounts: 2,
  complete: true,
  gaps: [],
  as_of: "2026-03-02T09:15:00Z",
  currency_code: "USD",
  figures: { "/spenders/0/allowances/0/at_risk": "figure-1" },
  ...change,
});
