import type { Entry } from "../features/palette/fuzzy";
import type { AssetRow } from "../features/portfolio/types";
import type { UserWallet } from "../features/user/types";
import { shortAddress } from "../format/text";
import type { ThemeChoice } from "../theme/theme";
import type { IconName } from "../ui/Icon";
import { CONNECT } from "./connectHash";
import { pages } from "./pages";
import { icons as themeIcons } from "./ThemeButton";

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
    mark: wallet.wallet?.mark ?? null,
    names: texts(nickname, display_address, address),
    to: `/wallets${view}#wallet-${id}`,
  };
}

/** The contract address in an asset id, which is what people search for. */
const contractOf = (asset: string): string | undefined => asset.split(":").at(-1);

const assetEntry = ({ group, asset, name, symbol, mark, parts }: AssetRow): Entry => ({
  id: `asset ${group}`,
  kind: "asset",
  label: name,
  detail: symbol === name ? "" : symbol,
  symbol,
  mark,
  names: texts(name, symbol, contractOf(asset), ...parts.map((part) => contractOf(part.asset))),
  to: `/home?asset=${encodeURIComponent(asset)}`,
});

/** An action; without a path it is done at once. */
const action = (id: string, icon: IconName, label: string, also: readonly string[], to?: string): Entry => ({
  id,
  kind: "action",
  icon,
  label,
  detail: "",
  names: [label, ...also],
  ...(to === undefined ? {} : { to }),
});

const themes: Record<ThemeChoice, string> = { system: "device's", light: "light", dark: "dark" };

/** What an action would do now. */
interface State {
  isHidden: boolean;
  /** The theme that comes next. */
  nextTheme: ThemeChoice;
}

/** The actions. Feedback and the connection of an exchange are dialogs over the current page, which their hash opens; the export belongs to a page. */
const actionsOf = ({ isHidden, nextTheme }: State): Entry[] => [
  action("add", "plus", "Add wallet", ["New address"]),
  action("connect", "bank", "Connect exchange", ["API key", "Account"], CONNECT),
  action("hide", isHidden ? "eye" : "hide", isHidden ? "Show amounts" : "Hide amounts", ["Privacy mode"]),
  action("theme", themeIcons[nextTheme], `Use the ${themes[nextTheme]} theme`, ["Appearance, dark, light"]),
  action("export", "download", "Export data", ["CSV", "Download"], "/intelligence/transaction-history#export"),
  action("feedback", "mail", "Send feedback", ["Help", "Report a problem"], "#feedback"),
];

/** The entries of the palette: pages, actions, then wallets in list order, then assets by value. */
export function entriesOf(wallets: readonly UserWallet[], assets: readonly AssetRow[], state: State): Entry[] {
  const all = pages.map(
    ({ path, label, icon, also = "" }): Entry => ({
      id: path,
      kind: "page",
      icon,
      label,
      detail: also,
      names: texts(label, also),
      to: path,
    }),
  );
  const oldest = byAge(wallets);
  const own = [...wallets].sort((a, b) => a.position - b.position).map((wallet) => walletEntry(wallet, oldest));
  return [...all, ...actionsOf(state), ...own, ...assets.map(assetEntry)];
}
