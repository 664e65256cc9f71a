import { compareDecimals, parseDecimal } from "../../format/decimal";
import { plural } from "../../format/text";
import { type ViewRow, viewRest } from "./assetView";
import { addressesIn } from "./places";
import { segmentRows } from "./shares";
import type { Portfolio } from "./types";

/** The groupings of the total. */
export const MODES = ["asset", "network", "wallet", "kind"] as const;
export type Mode = (typeof MODES)[number];

/** A holding of a slice, with its explained value. */
export interface SliceHolding {
  id: string;
  name: string;
  note: string;
  value: string | null;
  figure: string | undefined;
}

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

const SERIES = ["var(--c1)", "var(--c2)", "var(--c3)", "var(--c4)", "var(--c5)", "var(--c6)", "var(--c7)"] as const;
const OTHERS = "var(--c8)";
/** The id of the slice for everything without a slice of its own. */
export const REST = "others";

/** The kind of a regular holding. */
const REGULAR = 10;
const KINDS: Readonly<Record<number, string>> = {
  10: "In wallets",
  20: "Staked",
  30: "Borrowed",
  40: "Lent",
  50: "Supplied",
  60: "Pools",
  70: "Rewards",
  80: "Farms",
};

interface Valued {
  value: string | null;
}

const unitsOf = (value: string | null) => (value === null ? null : parseDecimal(value));

function isPositive({ value }: Valued): boolean {
  const amount = unitsOf(value);
  return amount !== null && amount.units > 0n;
}

/** Sorts the most valuable first; holdings without a value come last. */
function byValue(a: Valued, b: Valued): number {
  const [left, right] = [unitsOf(a.value), unitsOf(b.value)];
  return left && right ? compareDecimals(right, left) : Number(left === null) - Number(right === null);
}

/** The holdings of an asset. */
function holdingsOf({ parts }: ViewRow): SliceHolding[] {
  const addressOf = addressesIn(parts);
  return parts.map((part, i) => ({
    id: `${part.wallet_address} ${i}`,
    name: part.wallet_label,
    note: addressOf(part) ?? part.chain_name,
    value: part.value,
    figure: part.valueFigure,
  }));
}

/** The holdings on a network. */
const onNetwork = (rows: readonly ViewRow[], chain: string): SliceHolding[] =>
  rows
    .flatMap(({ group, name, symbol, value, valueFigure, parts, chains }): SliceHolding[] => {
      const place = { id: group, name, note: symbol };
      if (parts.every((part) => part.chain === chain)) return [{ ...place, value, figure: valueFigure }];
      return chains
        .filter((one) => one.chain === chain)
        .map((one) => ({ ...place, value: one.value, figure: one.valueFigure }));
    })
    .sort(byValue);

/** The holdings of a kind of position. */
const ofKind = (rows: readonly ViewRow[], kind: number): SliceHolding[] =>
  rows
    .flatMap(({ parts }) => parts.filter(({ receipt }) => (receipt?.kind ?? REGULAR) === kind))
    .map((part, i) => ({
      id: `${part.asset} ${part.wallet_address} ${i}`,
      name: part.symbol,
      note: `${part.wallet_label} on ${part.chain_name}`,
      value: part.value,
      figure: part.valueFigure,
    }))
    .sort(byValue);

type Unranked = Omit<Slice, "colour" | "avatarColour" | "row" | "mark"> & {
  avatarColour?: string;
  mark?: string | null;
};

/** Assigns colors to the slices, largest first; the first seven get a color of their own. */
const ranked = (slices: readonly Unranked[]): Slice[] =>
  slices
    .filter(isPositive)
    .sort(byValue)
    .map((slice, i) => {
      const colour = SERIES[i] ?? OTHERS;
      return { ...slice, colour, avatarColour: slice.avatarColour ?? colour, mark: slice.mark ?? null, row: null };
    });

function byAsset(portfolio: Portfolio, rows: readonly ViewRow[], colours: ReadonlyMap<string, string>): Slice[] {
  const rest = viewRest(portfolio.user_wallet.rest, portfolio.figures, "/user_wallet");
  const own = segmentRows(rows, rest).map((row): Slice => {
    const colour = colours.get(row.group) ?? OTHERS;
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
      holdings: () => holdingsOf(row),
    };
  });
  if (!rest || rest.value === null) return own;
  const words = plural(rest.count, "other");
  const others: Slice = {
    id: REST,
    name: words,
    code: words,
    value: rest.value,
    share: rest.share,
    colour: OTHERS,
    avatarColour: OTHERS,
    mark: null,
    figure: rest.valueFigure,
    row: null,
    holdings: () =>
      rows
        .filter(isPositive)
        .slice(rest.after)
        .map(({ group, name, symbol, value, valueFigure }) => ({
          id: group,
          name,
          note: symbol,
          value,
          figure: valueFigure,
        })),
  };
  return [...own, others];
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
      holdings: () => onNetwork(rows, network.chain),
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
          value,
          figure: figures[`/wallets/${i}/chains/${k}/value`],
        })),
    })),
  );

const byKind = ({ kinds, figures }: Portfolio, rows: readonly ViewRow[]): Slice[] =>
  ranked(
    kinds.map((one, i) => {
      const name = KINDS[one.kind] ?? one.name;
      return {
        id: String(one.kind),
        name,
        code: name,
        value: amountOf(one),
        share: one.share,
        figure: figures[`/kinds/${i}/value`],
        holdings: () => ofKind(rows, one.kind),
      };
    }),
  );

/** The slices of the total, the largest first. Every value has an explanation on the server: nothing is added up here. */
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
