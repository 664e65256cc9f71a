import { compareDecimals, parseDecimal, sumOf } from "../../format/decimal";
import type { SearchWalletData, WalletCard } from "./types";
import type { Grouping } from "./walletView";
import { nameOf, titleCase } from "./words";

/** A wallet with its path in the answer, by which its figures are explained. */
export interface WalletLine {
  wallet: WalletCard;
  place: string;
}

/** The wallets of an answer in their order. */
export const linesOf = ({ user_wallets }: SearchWalletData): WalletLine[] =>
  user_wallets.map((wallet, i) => ({ wallet, place: `/user_wallets/${i}` }));

/** The wallets whose name, address or app has the text in it. */
export function matching(lines: readonly WalletLine[], search: string): readonly WalletLine[] {
  const wanted = search.trim().toLowerCase();
  if (wanted === "") return lines;
  const textsOf = ({ address, display_address, reverse_name, wallet, ...one }: WalletCard) => [
    nameOf({ ...one, address, display_address, wallet }),
    address,
    display_address,
    reverse_name?.name,
    wallet?.name,
  ];
  return lines.filter(({ wallet }) => textsOf(wallet).some((text) => text?.toLowerCase().includes(wanted)));
}

/** What has to be looked at before a wallet counts. */
export interface Attention {
  /** The id of the wallet. */
  id: string;
  address: string;
  name: string;
  /** What is wrong: the address, or that no source answers. */
  kind: "wrong" | "unsupported" | "unanswered";
  /** Why, for people. */
  text: string;
  /** When it is tried again. */
  retryAt: string | null;
}

/** The wallets that are not read, because of their address or because no source answers. */
export function attentionOf({ coverage, user_wallets }: SearchWalletData): Attention[] {
  const unread = coverage.unread.map(
    ({ wallet: id, address, label: name, reason, text }): Attention => ({
      id,
      address,
      name,
      kind: reason === "not_supported_yet" ? "unsupported" : "wrong",
      text,
      retryAt: null,
    }),
  );
  const unanswered = user_wallets.flatMap((wallet): Attention[] => {
    const failure = coverage.failed.find(({ wallet_address }) => wallet_address === wallet.address);
    if (!failure || !wallet.detected || wallet.total_value !== null) return [];
    const { text, retry_at: retryAt } = failure;
    return [{ id: wallet.id, address: wallet.address, name: nameOf(wallet), kind: "unanswered", text, retryAt }];
  });
  return [...unread, ...unanswered];
}

/** The wallets of one app or network. */
export interface WalletGroup {
  key: string;
  name: string;
  lines: WalletLine[];
  /** The sum of what is known; null if nothing is. */
  sum: string | null;
}

interface GroupName {
  key: string;
  name: string;
}

const NONE = "none";

/** The group of a wallet. Of its networks the one with the highest value counts, so that no wallet is in two groups. */
function groupOf({ wallet: app, wallet_metadata: network }: WalletCard, by: Grouping): GroupName {
  if (by === "app") return app ? { key: app.id, name: titleCase(app.name) } : { key: NONE, name: "No wallet app" };
  return network ? { key: network.id, name: network.name } : { key: NONE, name: "No network" };
}

/** The largest sum first; what has none comes last, and after it the wallets without a group. */
function byGroupSum(a: WalletGroup, b: WalletGroup): number {
  const [left, right] = [parseDecimal(a.sum ?? ""), parseDecimal(b.sum ?? "")];
  const isLast = Number(a.key === NONE) - Number(b.key === NONE) || Number(left === null) - Number(right === null);
  return isLast || (left && right ? compareDecimals(right, left) : 0);
}

/** The wallets by app or by network, in groups with their sums. */
export function groupsOf(lines: readonly WalletLine[], by: Grouping): WalletGroup[] {
  const groups = new Map<string, WalletGroup>();
  for (const line of lines) {
    const { key, name } = groupOf(line.wallet, by);
    const group = groups.get(key) ?? { key, name, lines: [], sum: null };
    group.lines.push(line);
    groups.set(key, group);
  }
  const sumOfLines = (group: WalletGroup) => sumOf(group.lines.map(({ wallet }) => wallet.total_value));
  return [...groups.values()].map((group) => ({ ...group, sum: sumOfLines(group) })).sort(byGroupSum);
}
