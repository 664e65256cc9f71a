import type { ViewRow } from "./assetView";

/** The contract of an asset on a network. */
export interface Contract {
  chain: string;
  chainName: string;
  /** The path of the image of the network. */
  mark: string | null;
  address: string;
  short: string;
  /** Its page on a block explorer, if the network has one. */
  url: string | null;
  /** Whether it is on a token list. */
  listed: boolean;
}

/** CAIP-19 namespaces whose reference is an address: `eip155:1/erc20:0x…`, `solana:…/token:…`. */
const TOKEN = /\/(?:erc20|token):(.+)$/;
const HEAD = 10;
const TAIL = 8;

const shortOf = (address: string): string =>
  address.length <= HEAD + TAIL + 1 ? address : `${address.slice(0, HEAD)}…${address.slice(-TAIL)}`;

/** The contracts of the parts of an asset, without duplicates; coins have none. */
export function contractsOf({ parts }: ViewRow): Contract[] {
  const contracts = new Map<string, Contract>();
  for (const { asset, chain, chain_name, chainMark, explorer_url, wallet_address, listed } of parts) {
    const address = asset.match(TOKEN)?.[1];
    if (!address) continue;
    // Explorers use the same URL for addresses of wallets and contracts.
    const url = explorer_url?.includes(wallet_address) ? explorer_url.replace(wallet_address, address) : null;
    const short = shortOf(address);
    contracts.set(asset, { chain, chainName: chain_name, mark: chainMark, address, short, url, listed });
  }
  return [...contracts.values()];
}
