import { sumOf } from "../../format/decimal";
import type { ViewPart, ViewRow } from "./assetView";
import { addressesIn } from "./places";
import { byValue, isPriced } from "./valued";

/** A holding of a slice, with its explained value. */
export interface SliceHolding {
  id: string;
  name: string;
  note: string;
  /** The quantity, where all holdings of the slice are of one asset; null if it is not known. */
  amount: string | null;
  value: string | null;
  figure: string | undefined;
}

/** The sums of holdings; null where one of them is not known. */
export function othersOf(holdings: readonly SliceHolding[]): Pick<SliceHolding, "amount" | "value"> {
  const sum = (of: (string | null)[]) => (of.includes(null) ? null : sumOf(of));
  return { amount: sum(holdings.map(({ amount }) => amount)), value: sum(holdings.map(({ value }) => value)) };
}

/** The kind of a regular holding. */
const REGULAR = 10;

/** The kind of position that a holding is, or that it is the receipt of. */
export const kindOf = ({ position, receipt }: Pick<ViewPart, "position" | "receipt">): number =>
  (position ?? receipt)?.kind ?? REGULAR;

/** The place of a holding, with that of a position. */
const placed = ({ position }: ViewPart, place: string): string =>
  position === null ? place : `${position.place}: ${position.name.toLowerCase()}, ${place}`;

/** The holdings of an asset. */
export function holdingsOfAsset({ parts, amount }: ViewRow): SliceHolding[] {
  const addressOf = addressesIn(parts);
  return parts.map((part, i) => ({
    id: `${part.wallet_address} ${i}`,
    name: part.wallet_label,
    note: placed(part, addressOf(part) ?? part.chain_name),
    // Grouped assets that count in different units have no amount together.
    amount: amount === null ? null : part.amount,
    value: part.value,
    figure: part.valueFigure,
  }));
}

/** The holdings on a network. */
export const holdingsOnNetwork = (rows: readonly ViewRow[], chain: string): SliceHolding[] =>
  rows
    .flatMap(({ group, name, symbol, value, valueFigure, parts, chains }): SliceHolding[] => {
      const place = { id: group, name, note: symbol, amount: null };
      if (parts.every((part) => part.chain === chain)) return [{ ...place, value, figure: valueFigure }];
      return chains
        .filter((one) => one.chain === chain)
        .map((one) => ({ ...place, value: one.value, figure: one.valueFigure }));
    })
    .sort(byValue);

/** The holdings of a kind of position. */
export const holdingsOfKind = (rows: readonly ViewRow[], kind: number): SliceHolding[] =>
  rows
    .flatMap(({ parts }) => parts.filter((part) => kindOf(part) === kind))
    .map((part, i) => ({
      id: `${part.asset} ${part.wallet_address} ${i}`,
      name: part.symbol,
      note: placed(part, `${part.wallet_label} on ${part.chain_name}`),
      amount: null,
      value: part.value,
      figure: part.valueFigure,
    }))
    .sort(byValue);

/** The holdings of the assets after the first `after` of those with a value. */
export const holdingsFrom = (rows: readonly ViewRow[], after: number): SliceHolding[] =>
  rows
    .filter(isPriced)
    .slice(after)
    .map(({ group, name, symbol, value, valueFigure }) => ({
      id: group,
      name,
      note: symbol,
      amount: null,
      value,
      figure: valueFigure,
    }));
