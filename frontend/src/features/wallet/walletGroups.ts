import { compareDecimals, parseDecimal, sumOf } from "../../format/decimal";
import type { WalletCard } from "./types";
import { changeOf, type ShownChange } from "./walletChange";
import type { WalletLine } from "./walletRows";
import type { Grouping } from "./walletView";
import { titleCase } from "./words";

/** Wallets of one group, app or network. */
export interface WalletGroup {
  key: string;
  name: string;
  /** Whether it is a group of the person, which can be renamed and deleted. */
  isOwn: boolean;
  lines: readonly WalletLine[];
  /** The sum of what is known; null if nothing is. */
  sum: string | null;
  change: ShownChange;
}

type GroupName = Pick<WalletGroup, "key" | "name" | "isOwn">;

/** The key of the wallets without a group. Other keys have a prefix, because a group can have any name. */
const NONE = "none";

const groupNamed = (prefix: string, id: string, name: string): GroupName => ({
  key: `${prefix} ${id}`,
  name,
  isOwn: prefix === "own",
});
const withoutGroup = (name: string): GroupName => ({ key: NONE, name, isOwn: false });

/** The group of a wallet. Of its networks the one with the highest value counts, so that no wallet is in two groups. */
function groupOf({ group, wallet: app, wallet_metadata: network }: WalletCard, by: Grouping): GroupName {
  if (by === "own") return group === null ? withoutGroup("No group") : groupNamed(by, group, group);
  if (by === "app") return app ? groupNamed(by, app.id, titleCase(app.name)) : withoutGroup("No wallet app");
  return network ? groupNamed(by, network.id, network.name) : withoutGroup("No network");
}

/** The largest sum first; what has none comes last, and after it the wallets without a group. */
function byGroupSum(a: WalletGroup, b: WalletGroup): number {
  const [left, right] = [parseDecimal(a.sum ?? ""), parseDecimal(b.sum ?? "")];
  const isLast = Number(a.key === NONE) - Number(b.key === NONE) || Number(left === null) - Number(right === null);
  return isLast || (left && right ? compareDecimals(right, left) : 0);
}

/** The wallets in groups, with sums and changes. */
export function groupsOf(lines: readonly WalletLine[], by: Grouping): WalletGroup[] {
  const groups = new Map<string, GroupName & { lines: WalletLine[] }>();
  for (const line of lines) {
    const name = groupOf(line.wallet, by);
    const group = groups.get(name.key) ?? { ...name, lines: [] };
    group.lines.push(line);
    groups.set(name.key, group);
  }
  return [...groups.values()]
    .map((group) => {
      const wallets = group.lines.map(({ wallet }) => wallet);
      return { ...group, sum: sumOf(wallets.map(({ total_value }) => total_value)), change: changeOf(wallets) };
    })
    .sort(byGroupSum);
}

/** A group with the rows of it that are shown. */
export interface ShownGroup extends WalletGroup {
  isFolded: boolean;
  /** Whether all of its rows are shown, or the first ones. */
  isWhole: boolean;
  /** The rows before the button that shows the others. */
  first: number;
  shown: readonly WalletLine[];
}

/** A group with no more rows than this shows all of them. */
const FEW_ROWS = 5;
/** With more groups than this, fewer rows of each larger one are shown first. */
const MANY_GROUPS = 4;
const FIRST_OF_MANY = 3;

/** The rows of a group before the button that shows the others. */
export const firstRows = (rows: number, groups: number): number =>
  rows > FEW_ROWS && groups > MANY_GROUPS ? FIRST_OF_MANY : FEW_ROWS;
