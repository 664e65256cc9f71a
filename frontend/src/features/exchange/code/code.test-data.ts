import type { CodeCandidate, ExchangeCode } from "../types";

export const candidate = (over: Partial<CodeCandidate> = {}): CodeCandidate => ({
  asset: "eip155:1/erc20:0x514910771AF9Ca656af840dff83E8264EcF986CA",
  symbol: "LINK",
  name: "Chainlink",
  chain_name: "Ethereum",
  contract_address: "0x514910771AF9Ca656af840dff83E8264EcF986CA",
  listed: true,
  mark: null,
  ...over,
});

export const exchangeCode = (over: Partial<ExchangeCode> = {}): ExchangeCode => ({
  code: "exchange:kraken/code:LINK.S",
  symbol: "LINK.S",
  is_held: true,
  asset: null,
  mapped_on: null,
  ...over,
});
