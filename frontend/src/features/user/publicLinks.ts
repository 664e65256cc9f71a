import type { UserWallet } from "./types";

/** The public pages of the wallets. An extended key is left out, because it reveals many addresses. */
export const publicLinks = (origin: string, wallets: readonly UserWallet[]): string[] =>
  [...wallets]
    .sort((a, b) => a.position - b.position)
    .filter((wallet) => wallet.detected && wallet.extended_key === null)
    .map(({ display_address, address }) => `${origin}/home/${encodeURIComponent(display_address ?? address)}`);
