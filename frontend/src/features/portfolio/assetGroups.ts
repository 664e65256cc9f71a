import { sumOf } from "../../format/decimal";
import { KIND_NAMES, type Mode } from "./allocation";
import { found, listed, narrowed, onNetworks } from "./assetPage";
import type { AssetView, ViewPart, ViewRow } from "./assetView";
import { kindOf } from "./sliceHoldings";
import type { Portfolio } from "./types";
import { byValue, type Valued } from "./valued";

/** What the assets can be grouped by. */
export type GroupMode = Exclude<Mode, "asset">;

/** A network, wallet or kind of position as the answer states it, with the sum of everything in it. */
interface GroupSum extends Valued {
  id: string;
  name: string;
  mark: string | null;
  share: string | null;
  figure: string | undefined;
}

/** The assets in one network, in one wallet or of one kind of position. */
export interface AssetGroup extends GroupSum {
  /** Whether its sum is that of everything in it; else it is that of the rows that match. */
  isWhole: boolean;
  /** Every row that matches, also those of assets that are hidden as dust: the sum is theirs. */
  matching: ViewRow[];
  /** What is held there, in the order of the table. */
  rows: ViewRow[];
  /** The number of rows with dust while that is hidden. */
  dust: number;
  /** The number of rows without a value, which no sum counts. */
  unpriced: number;
}

/** The sums that the answer states, in its order. */
function sumsBy(mode: GroupMode, { networks, wallets, kinds, figures }: Portfolio): GroupSum[] {
  if (mode === "network")
    return networks.map(({ chain: id, name, mark, value, share }, i) => {
      return { id, name, mark, value, share, figure: figures[`/networks/${i}/value`] };
    });
  if (mode === "wallet")
    return wallets.map(({ id, label: name, value, share }, i) => {
      return { id, name, mark: null, value, share, figure: figures[`/wallets/${i}/value`] };
    });
  return kinds.map(({ kind, name, value, share }, i) => {
    const figure = figures[`/kinds/${i}/value`];
    return { id: String(kind), name: KIND_NAMES[kind] ?? name, mark: null, value, share, figure };
  });
}

/** Returns the id of the group of a part. The addresses of an extended public key have the label of their wallet. */
function groupIdBy(mode: GroupMode, { wallets }: Portfolio): (part: ViewPart) => string {
  if (mode === "network") return ({ chain }) => chain;
  if (mode === "kind") return (part) => String(kindOf(part));
  const byAddress = new Map(wallets.map(({ address, id }) => [address, id]));
  const byLabel = new Map(wallets.map(({ label, id }) => [label, id]));
  return ({ wallet_address, wallet_label }) =>
    byAddress.get(wallet_address) ?? byLabel.get(wallet_label) ?? wallet_label;
}

/** The sum of the quantities; null if one of them is not known, or if they count in different units. */
function amountOf({ amount }: ViewRow, parts: readonly ViewPart[]): string | null {
  const isKnown = amount !== null && parts.every((part) => part.amount !== null);
  return isKnown ? sumOf(parts.map((part) => part.amount)) : null;
}

/** Some parts of an asset as a row. One part keeps the id that explains its value; a sum of several has none. */
function rowOfParts(row: ViewRow, id: string, parts: ViewPart[]): ViewRow {
  if (parts.length === row.parts.length) return row;
  const [first, ...others] = parts;
  const priced = parts.filter(({ value }) => value !== null).length;
  const isSamePrice = first !== undefined && others.every(({ price }) => price === first.price);
  return {
    ...row,
    id: `${row.id} ${id}`,
    parts,
    amount: amountOf(row, parts),
    value: sumOf(parts.map(({ value }) => value)),
    valueFigure: others.length === 0 ? first?.valueFigure : undefined,
    share: sumOf(parts.map(({ share }) => share)),
    price: isSamePrice ? first.price : row.price,
    priceFigure: isSamePrice ? first.priceFigure : row.priceFigure,
    state: priced === parts.length ? "priced" : priced === 0 ? "unpriced" : "partly_priced",
    reasons: parts.flatMap(({ reason }) => (reason ? [reason] : [])),
    manual_price: parts.some(({ isManualPrice }) => isManualPrice),
    // What a part of an asset gained is not known, because its cost is known of the whole asset.
    gain: null,
    gained: null,
  };
}

/** Divides a row into what is held in each group. */
function divided(row: ViewRow, mode: GroupMode, idOf: (part: ViewPart) => string): [string, ViewRow][] {
  const ids = [...new Set(row.parts.map(idOf))];
  if (mode !== "network")
    return ids.map((id) => [
      id,
      rowOfParts(
        row,
        id,
        row.parts.filter((part) => idOf(part) === id),
      ),
    ]);
  // The answer has the sums on each network, with their explanations. The head of the group names the network.
  return ids.flatMap((id) => onNetworks(row, [id]).map((one): [string, ViewRow] => [id, { ...one, only: null }]));
}

/** The sum of the rows in a group, where not everything in it matches. */
const narrowedSum = (sum: GroupSum, rows: readonly ViewRow[]): GroupSum => ({
  ...sum,
  value: sumOf(rows.map(({ value }) => value)),
  share: sumOf(rows.map(({ share }) => share)),
  figure: undefined,
});

/** The order of the groups: by name if the rows are sorted by it, else by their sums. */
function inOrder(groups: AssetGroup[], { sort, ascending }: AssetView): AssetGroup[] {
  if (sort === "name") return groups.sort((a, b) => (ascending ? 1 : -1) * a.name.localeCompare(b.name, "en"));
  const isReversed = ascending && (sort === "value" || sort === "share");
  return groups.sort((a, b) => (isReversed && a.value !== null && b.value !== null ? byValue(b, a) : byValue(a, b)));
}

/** Each part of an asset with the id of its group. */
function members(
  portfolio: Portfolio,
  rows: readonly ViewRow[],
  view: AssetView,
  mode: GroupMode,
): Map<string, ViewRow[]> {
  const idOf = groupIdBy(mode, portfolio);
  const held = new Map<string, ViewRow[]>();
  for (const [id, row] of narrowed(rows, view).flatMap((row) => divided(row, mode, idOf)))
    held.set(id, [...(held.get(id) ?? []), row]);
  return held;
}

/** The table in groups. */
export interface GroupedAssets {
  groups: AssetGroup[];
  /** Every row that matches, also those of assets that are hidden as dust. */
  matching: ViewRow[];
}

/** The matching assets by network, wallet or kind of position, each with what is held there. */
export function groupedAssets(
  portfolio: Portfolio,
  rows: readonly ViewRow[],
  view: AssetView,
  mode: GroupMode,
): GroupedAssets {
  const isWhole = view.search.trim() === "" && (mode === "network" || view.networks.length === 0);
  const sums = new Map(sumsBy(mode, portfolio).map((sum) => [sum.id, sum]));
  const groups = [...members(portfolio, rows, view, mode)].map(([id, held]) => {
    const matching = found(held, view);
    const shown = listed(matching, view);
    const known = sums.get(id);
    const sum = known ?? { id, name: id, mark: null, value: null, share: null, figure: undefined };
    const unpriced = matching.filter(({ value }) => value === null).length;
    const counts = { isWhole, matching, rows: shown, dust: matching.length - shown.length, unpriced };
    return { ...(isWhole && known ? known : narrowedSum(sum, matching)), ...counts };
  });
  return {
    groups: inOrder(
      groups.filter(({ rows }) => rows.length > 0),
      view,
    ),
    matching: groups.flatMap(({ matching }) => matching),
  };
}
