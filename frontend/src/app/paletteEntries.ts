import type { Entry } from "../features/palette/fuzzy";
import type { AssetRow } from "../features/portfolio/types";
import type { UserWallet } from "../features/user/types";
import { shortAddress } from "../format/text";
import { pages } from "./pages";

const texts = (...names: (string | null | undefined)[]): string[] => names.filter((name) => typeof name === "string");

/** The number of wallets on a page of the list. */
const PAGE = 50;

/** The wallets by creation date, a sort order of the list that does not depend on their values. */
const byAge = (wallets: readonly UserWallet[]): UserWallet[] =>
  [...wallets].sort((a, b) => Date.parse(a.created_on) - Date.parse(b.created_on) || a.position - b.position);

function walletEntry(wallet: UserWallet, oldest: readonly UserWallet[]): Entry {
  const { id, nickname, display_address, extended_key, address } = wallet;
  const page = Math.floor(oldest.indexOf(wallet) / PAGE);
  const view = oldest.length > PAGE ? `?sort=created_on&dir=asc${page > 0 ? `&p=${page}` : ""}` : "";
  const short = extended_key?.short ?? shortAddress(address);
  const label = nickname || display_address || short;
  return {
    id: `wallet ${id}`,
    kind: "wallet",
    label,
    detail: [display_address, short].filter((name) => name && name !== label).join(" · "),
    names: texts(nickname, display_address, address),
    to: `/wallets${view}#wallet-${id}`,
  };
}

/** The contract address in an asset id, which is what people search for. */
const contractOf = (asset: string): string | undefined => asset.split(":").at(-1);

const assetEntry = ({ group, asset, name, symbol, parts }: AssetRow): Entry => ({
  id: `asset ${group}`,
  kind: "asset",
  label: name,
  detail: symbol === name ? "" : symbol,
  names: texts(name, symbol, contractOf(asset), ...parts.map((part) => contractOf(part.asset))),
  to: `/home?asset=${encodeURIComponent(asset)}`,
});

/** The export dialog, which belongs to no page of its own. */
const EXPORT: Entry = {
  id: "export",
  kind: "page",
  label: "Export data",
  detail: "CSV",
  names: ["Export data", "CSV", "Download"],
  to: "/intelligence/transaction-history#export",
};

/** The entries of the palette: pages, then wallets in list order, then assets by value. */
export function entriesOf(wallets: readonly UserWallet[], assets: readonly AssetRow[]): Entry[] {
  const all = pages.map(
    ({ path, label, also = "" }): Entry => ({
      id: path,
      kind: "page",
      label,
      detail: also,
      names: texts(label, also),
      to: path,
    }),
  );
  const oldest = byAge(wallets);
  const own = [...wallets].sort((a, b) => a.position - b.position).map((wallet) => walletEntry(wallet, oldest));
  return [...all, EXPORT, ...own, ...assets.map(assetEntry)];
}
