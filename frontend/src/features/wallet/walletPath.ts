import type { UserWallet } from "./types";

/** The path of the page of the wallet with an address or an id. */
export const pathOf = (named: string): string => `/wallets/${encodeURIComponent(named)}`;

/**
 * The path of the page of a wallet. An extended key reveals many addresses, and a text that is no address may have any
 * characters: their pages have the id of the wallet instead.
 */
export const walletPath = ({ id, address, extended_key, detected }: UserWallet): string =>
  pathOf(detected && !extended_key ? address : id);

const isSame = (address: string, text: string): boolean =>
  address === text || (address.startsWith("0x") && address.toLowerCase() === text.toLowerCase());

/** The wallet that a path names: by its address, its id, or the name that was entered for it. */
export const walletAt = (wallets: readonly UserWallet[], named: string): UserWallet | undefined =>
  wallets.find(
    ({ id, address, display_address }) => id === named || isSame(address, named) || display_address === named,
  );
