import type { AmountText } from "../../format/amounts";
import { plainText } from "../../format/text";
import { isAtExchange } from "./atExchange";
import type { HistoryRow, Leg } from "./types";

/** How a leg is signed; an own transfer has no sign, because nothing was gained or lost. */
export type LegSign = "out" | "in" | "none";

export interface ShownLeg {
  leg: Leg;
  sign: LegSign;
}

/** Whether all that moved stayed in one account at an exchange, such as from spot to earn. */
const isWithinExchange = (row: HistoryRow): boolean => isAtExchange(row) && /^self.transfer$/.test(row.kind);

const isUnsigned = (row: HistoryRow): boolean => (row.own_transfer || isWithinExchange(row)) && !row.matched;

/** The legs of an entry without its fee, out before in. Both sides of an own transfer are one leg. */
export function legsOf(row: HistoryRow): ShownLeg[] {
  const of = (role: Leg["role"]) => row.legs.filter((leg) => leg.role === role);
  const [out, into] = [of("out"), of("in")];
  if (!isUnsigned(row))
    return [...out.map((leg) => ({ leg, sign: "out" }) as const), ...into.map((leg) => ({ leg, sign: "in" }) as const)];
  const isAlone = (leg: Leg) => !out.some((one) => one.asset === leg.asset && one.token_id === leg.token_id);
  return [...out, ...into.filter(isAlone)].map((leg) => ({ leg, sign: "none" }));
}

/** The two legs that a row has room for, one of each direction if there are both, and how many more there are. */
export function firstLegs(row: HistoryRow): { shown: ShownLeg[]; more: number } {
  const all = legsOf(row);
  const [first] = all;
  if (!first || all.length <= 2) return { shown: all, more: 0 };
  const second = all.find(({ sign }) => sign !== first.sign) ?? all[1];
  const shown = second ? [first, second] : [first];
  return { shown, more: all.length - shown.length };
}

/** What stands in place of amounts if there are none. */
export const noLegsWords = (row: HistoryRow): string => (row.failed ? "Nothing moved" : "No amount moved");

const ID_ROOM = 6;

/** `#4821`; of a long id the first digits. */
export const tokenId = (id: string): string => `#${id.length > ID_ROOM ? `${id.slice(0, ID_ROOM - 1)}…` : id}`;

/** The number of characters of a quantity that fit in a row beside the symbol. */
const QUANTITY_ROOM = 11;

/** A quantity for a row: a long one keeps its whole units, a very small one shows its bound. */
export function rowQuantity(quantity: string): string {
  if (quantity.length <= QUANTITY_ROOM) return quantity;
  return /^0\.0{6}/.test(quantity) ? "<0.000001" : quantity.replace(/\.\d+$/, "");
}

export interface LegText {
  /** The quantity without sign, in full; empty for a single unique token. */
  quantity: string;
  /** Symbol, and the id of a unique token. */
  unit: string;
  /** The exact amount and the full name. */
  title: string;
}

/** The words of a leg. An amount whose decimals are not known is not shown as a quantity. */
export function legText({ amount, raw, symbol, name, token_id }: Leg, text: AmountText): LegText {
  const of = plainText(symbol);
  const unit = token_id === null ? of : `${of} ${tokenId(token_id)}`;
  const id = token_id === null ? "" : ` #${token_id}`;
  if (amount === null) return { quantity: "?", unit, title: `${text.raw(raw)} of the smallest unit of ${name}${id}` };
  const isSingle = token_id !== null && /^1(\.0+)?$/.test(amount);
  return { quantity: isSingle ? "" : text.shortQuantity(amount), unit, title: `${text.raw(amount)} ${name}${id}` };
}

export const SIGNS: Readonly<Record<LegSign, string>> = { out: "\u2212", in: "+", none: "" };
