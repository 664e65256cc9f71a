import type { ViewRow } from "./assetView";

/** Where an asset's contract is. */
export interface Contract {
  chain: string;
  chainName: string;
  /** The path of the network's mark. */
  mark: string | null;
  address: string;
  short: string;
}

/** CAIP-19 namespaces whose reference is an address: `eip155:1/erc20:0x…`, `solana:…/token:…`. */
const TOKEN = /\/(?:erc20|token):(.+)$/;
const HEAD = 10;
const TAIL = 8;

const shortOf = (address: string): string =>
  address.length <= HEAD + TAIL + 1 ? address : `${address.slice(0, HEAD)}…${address.slice(-TAIL)}`;

/** The contracts of an asset's parts, each once; coins have none. */
export function contractsOf({ parts }: ViewRow): Contract[] {
  const contracts = new Map<string, Contract>();
  for (const { asset, chain, chain_name: chainName, chainMark: mark } of parts) {
    const address = asset.match(TOKEN)?.[1];
    if (address) contracts.set(asset, { chain, chainName, mark, address, short: shortOf(address) });
  }
  return [...contracts.values()];
}
