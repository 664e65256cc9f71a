import { plural } from "../../format/text";
import { type ViewRow, viewRest } from "./assetView";
import { REST_COLOUR, SEGMENT_COLOURS, segmentRows } from "./segments";
import { holdingsFrom, holdingsOfAsset, holdingsOfKind, holdingsOnNetwork, type SliceHolding } from "./sliceHoldings";
import type { Portfolio } from "./types";
import { byValue, isOwed, isPositive, type Valued } from "./valued";

/** The groupings of the total. */
export const MODES = ["asset", "network", "wallet", "kind"] as const;
export type Mode = (typeof MODES)[number];

/** A slice of the total. */
export interface Slice {
  id: string;
  name: string;
  /** The label in the legend. */
  code: string;
  value: string;
  share: string | null;
  colour: string;
  /** The color of its avatar; the series color if it has none of its own. */
  avatarColour: string;
  /** The path of its image. */
  mark: string | null;
  figure: string | undefined;
  /** The asset row, if the total is grouped by asset. */
  row: ViewRow | null;
  /** Returns its holdings, the most valuable first. */
  holdings: () => SliceHolding[];
}

/** The id of the slice for everything without a slice of its own. */
export const REST = "others";

/** The names of the kinds of positions. */
export const KIND_NAMES: Readonly<Record<number, string>> = {
  10: "In wallets",
  20: "Staked",
  30: "Borrowed",
  40: "Lent",
  50: "Supplied",
  60: "Pools",
  70: "Rewards",
  80: "Farms",
};

type Unranked = Omit<Slice, "colour" | "avatarColour" | "row" | "mark"> & {
  avatarColour?: string;
  mark?: string | null;
};

/**
 * Assigns colors to the slices, largest first; the first seven get a color of their own. Debts are the last ones and have no segment.
 */
const ranked = (slices: readonly Unranked[]): Slice[] =>
  slices
    .filter((slice) => isPositive(slice) || isOwed(slice))
    .sort(byValue)
    .map((slice, i) => {
      const colour = (isOwed(slice) ? undefined : SEGMENT_COLOURS[i]) ?? REST_COLOUR;
      return { ...slice, colour, avatarColour: slice.avatarColour ?? colour, mark: slice.mark ?? null, row: null };
    });

function byAsset(portfolio: Portfolio, rows: readonly ViewRow[], colours: ReadonlyMap<string, string>): Slice[] {
  const rest = viewRest(portfolio.user_wallet.rest, portfolio.figures, "/user_wallet");
  const sliceOf = (row: ViewRow): Slice => {
    const colour = colours.get(row.group) ?? REST_COLOUR;
    const { group: id, name, symbol: code, share, valueFigure: figure } = row;
    return {
      id,
      name,
      code,
      value: row.value ?? "0",
      share,
      colour,
      avatarColour: colour,
      mark: row.mark,
      figure,
      row,
      holdings: () => holdingsOfAsset(row),
    };
  };
  const own = segmentRows(rows, rest).map(sliceOf);
  const debts = rows.filter(isOwed).map(sliceOf);
  if (!rest || rest.value === null) return [...own, ...debts];
  const words = plural(rest.count, "other");
  const others: Slice = {
    id: REST,
    name: words,
    code: words,
    value: rest.value,
    share: rest.share,
    colour: REST_COLOUR,
    avatarColour: REST_COLOUR,
    mark: null,
    figure: rest.valueFigure,
    row: null,
    holdings: () => holdingsFrom(rows, rest.after),
  };
  return [...own, others, ...debts];
}

const amountOf = ({ value }: Valued): string => value ?? "0";

const byNetwork = ({ networks, figures }: Portfolio, rows: readonly ViewRow[]): Slice[] =>
  ranked(
    networks.map((network, i) => ({
      id: network.chain,
      name: network.name,
      code: network.name,
      value: amountOf(network),
      share: network.share,
      avatarColour: network.color,
      mark: network.mark,
      figure: figures[`/networks/${i}/value`],
      holdings: () => holdingsOnNetwork(rows, network.chain),
    })),
  );

const byWallet = ({ wallets, figures }: Portfolio): Slice[] =>
  ranked(
    wallets.map((wallet, i) => ({
      id: wallet.id,
      name: wallet.label,
      code: wallet.label,
      value: amountOf(wallet),
      share: wallet.share,
      figure: figures[`/wallets/${i}/value`],
      holdings: () =>
        wallet.chains.map(({ chain, name, value }, k) => ({
          id: chain,
          name,
          note: "Network",
          amount: null,
          value,
          figure: figures[`/wallets/${i}/chains/${k}/value`],
        })),
    })),
  );

const byKind = ({ kinds, figures }: Portfolio, rows: readonly ViewRow[]): Slice[] =>
  ranked(
    kinds.map((one, i) => {
      const name = KIND_NAMES[one.kind] ?? one.name;
      return {
        id: String(one.kind),
        name,
        code: name,
        value: amountOf(one),
        share: one.share,
        figure: figures[`/kinds/${i}/value`],
        holdings: () => holdingsOfKind(rows, one.kind),
      };
    }),
  );

/** The slices of the total, the largest first, then the debts. Every value has an explanation on the server: nothing is added up here. */
export function slicesBy(
  mode: Mode,
  portfolio: Portfolio,
  rows: readonly ViewRow[],
  colours: ReadonlyMap<string, string>,
): Slice[] {
  if (mode === "asset") return byAsset(portfolio, rows, colours);
  if (mode === "network") return byNetwork(portfolio, rows);
  return mode === "wallet" ? byWallet(portfolio) : byKind(portfolio, rows);
}
