import type { UserWallet, WalletList } from "./types";

/**
 * The wallets to add again in another world. A wallet that was entered as a name is added as the name, because the address
 * that a demo resolves it to may be invented. Networks, figures and prices are left behind.
 */
export function walletsToKeep(wallets: readonly UserWallet[]): WalletList {
  const rows = [...wallets]
    .sort((a, b) => a.position - b.position)
    .map(({ display_address, address, nickname }) => ({ text: display_address ?? address, nickname }));
  const named = rows.flatMap(({ text, nickname }) => (nickname ? [[text, nickname] as const] : []));
  return { addresses: rows.map(({ text }) => text), nicknames: Object.fromEntries(named) };
}
