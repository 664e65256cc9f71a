import type { AmountText } from "../../format/amounts";
import { parseDecimal, signOf } from "../../format/decimal";
import { shortAddress } from "../../format/text";
import type { AllowanceRow, Approvals, SpenderRow } from "./types";

/** A spender, with its place in the answer. */
export interface ShownSpender {
  spender: SpenderRow;
  /** The JSON pointer of the spender. */
  place: string;
}

const isAbove = (amount: string | null): boolean => {
  const value = amount === null ? null : parseDecimal(amount);
  return value !== null && signOf(value) > 0;
};

/** Whether something can be lost now, or whether that is not known. */
const isRisky = ({ at_risk, unvalued }: SpenderRow): boolean => at_risk === null || isAbove(at_risk) || unvalued > 0;

/** The spenders with something at risk, and those without. */
export function parted({ spenders }: Approvals): [ShownSpender[], ShownSpender[]] {
  const all = spenders.map((spender, i) => ({ spender, place: `/spenders/${i}` }));
  return [all.filter(({ spender }) => isRisky(spender)), all.filter(({ spender }) => !isRisky(spender))];
}

/** The name of a spender, or its address. */
export const nameOf = ({ owner, address }: SpenderRow): string => owner ?? shortAddress(address);

/** How much may be moved, in words. */
export function limitWords({ limit, amount, symbol, token_id: id }: AllowanceRow, texts: AmountText): string {
  if (limit === "unlimited") return "No limit";
  if (limit === "everything") return "All of the collection";
  if (limit === "one_token") return `Token ${id ?? ""}`.trim();
  return limit === "amount" && amount !== null
    ? `${texts.shortQuantity(amount)} ${symbol}`
    : "Not known in whole units";
}

const RISKS: Readonly<Record<AllowanceRow["risk"], string>> = {
  known: "",
  not_held: "Nothing held now",
  permit2: "Only by another approval or a signature",
  unpriced: "No price",
  unread_balance: "Balance not known",
  collection: "Not valued",
};

/** Why an allowance has no value; empty where it has one. */
export const riskWords = ({ risk }: AllowanceRow): string => RISKS[risk];

/** The allowances of one address, those with the most value first, each with its spender. */
export const ofAddress = (
  { spenders }: Approvals,
  address: string,
): { row: AllowanceRow; spender: SpenderRow; place: string }[] =>
  spenders.flatMap((spender, i) =>
    spender.allowances.flatMap((row, j) =>
      row.address.toLowerCase() === address.toLowerCase()
        ? [{ row, spender, place: `/spenders/${i}/allowances/${j}` }]
        : [],
    ),
  );

/** How many allowances have no limit. */
export const unlimited = ({ spenders }: Approvals): number =>
  spenders.flatMap(({ allowances }) => allowances).filter(({ limit }) => limit === "unlimited").length;
