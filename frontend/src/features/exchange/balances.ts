import { compareDecimals, type Decimal, parseDecimal, signOf, sumOf } from "../../format/decimal";
import type { AssetPart, AssetRow, Portfolio } from "./types";

/** The place of a balance that is no position. */
const SPOT = "Spot";
/** The kind of position that is simply held. */
const REGULAR = 10;
const BORROWED = 30;

/** An asset in one place of an account. */
export interface Balance {
  id: string;
  row: AssetRow;
  part: AssetPart;
  place: string;
  /** The kind of position in a word; null for what is simply held. */
  kind: string | null;
  isBorrowed: boolean;
  /** The id under which the server explains its value. */
  figure: string | undefined;
}

/** What an account has in one place, with the sum of what is priced. */
export interface PlaceGroup {
  place: string;
  balances: readonly Balance[];
  /** Null if nothing in it is priced. */
  sum: string | null;
}

const unitsOf = (value: string | null): Decimal | null => (value === null ? null : parseDecimal(value));

/** Sorts the larger amount first; what is not known comes last. */
function byAmount(a: string | null, b: string | null): number {
  const [left, right] = [unitsOf(a), unitsOf(b)];
  return left && right ? compareDecimals(right, left) : Number(left === null) - Number(right === null);
}

const isNegative = (amount: string | null): boolean => {
  const units = unitsOf(amount);
  return units !== null && signOf(units) < 0;
};

/** Every asset of an account in every place. */
export function balancesOf({ user_wallet, figures }: Portfolio): Balance[] {
  return user_wallet.assets.flatMap((row, i) =>
    row.parts.map((part, k) => {
      const { position } = part;
      return {
        id: `${part.asset} ${position?.place ?? SPOT} ${position?.kind ?? REGULAR} ${k}`,
        row,
        part,
        place: position?.place ?? SPOT,
        kind: position && position.kind !== REGULAR ? position.name : null,
        isBorrowed: position?.kind === BORROWED || isNegative(part.amount),
        figure: figures[`/user_wallet/assets/${i}/parts/${k}/value`],
      };
    }),
  );
}

/** The balances by place: Spot first, then the largest. In a place the largest comes first, and what is not priced last. */
export function byPlace(balances: readonly Balance[]): PlaceGroup[] {
  const places = [...new Set(balances.map(({ place }) => place))];
  const groups = places.map((place) => {
    const own = balances.filter((one) => one.place === place);
    own.sort((a, b) => byAmount(a.part.value, b.part.value));
    return { place, balances: own, sum: sumOf(own.map(({ part }) => part.value)) };
  });
  const rank = ({ place }: PlaceGroup): number => Number(place !== SPOT);
  return groups.sort((a, b) => rank(a) - rank(b) || byAmount(a.sum, b.sum));
}

/** What the priced balances add up to. */
export interface BalanceSums {
  /** What is held; null if none of it is priced. */
  assets: string | null;
  /** What is owed, below zero; null without a debt, or if none of it is priced. */
  debt: string | null;
  /** How many assets are held and owed, and how many balances have no price. */
  held: number;
  owed: number;
  unpriced: number;
}

/** How many assets there are among balances. */
export const groupsIn = (balances: readonly Balance[]): number => new Set(balances.map(({ row }) => row.group)).size;

export function sumsOf(balances: readonly Balance[]): BalanceSums {
  const held = balances.filter(({ isBorrowed }) => !isBorrowed);
  const owed = balances.filter(({ isBorrowed }) => isBorrowed);
  return {
    assets: sumOf(held.map(({ part }) => part.value)),
    debt: sumOf(owed.map(({ part }) => part.value)),
    held: groupsIn(held),
    owed: groupsIn(owed),
    unpriced: balances.filter(({ part }) => part.value === null).length,
  };
}

/** Whether an amount is known and above zero. */
export const isAbove = (amount: string): boolean => {
  const units = unitsOf(amount);
  return units !== null && signOf(units) > 0;
};

/** What the balance of an account is called. */
export const balanceLabel = ({ owed }: Pick<BalanceSums, "owed">): string =>
  owed > 0 ? "Balance, after debt" : "Balance";
