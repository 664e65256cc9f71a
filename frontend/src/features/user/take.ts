import type { UserWallet } from "./queries";

/** Addresses in order, and the nicknames given to them. */
export interface WalletList {
  addresses: string[];
  nicknames: Record<string, string>;
}

/**
 * What a person wrote, to be written again in another world: a name goes as the name, because where it points here may
 * be invented; networks, figures and prices stay behind.
 */
export function walletsToTake(wallets: readonly UserWallet[]): WalletList {
  const rows = [...wallets]
    .sort((a, b) => a.position - b.position)
    .map(({ display_address, address, nickname }) => ({ text: display_address ?? address, nickname }));
  const named = rows.flatMap(({ text, nickname }) => (nickname ? [[text, nickname] as const] : []));
  return { addresses: rows.map(({ text }) => text), nicknames: Object.fromEntries(named) };
}
