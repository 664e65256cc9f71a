import type { AmountText } from "../../format/amounts";
import {
  addDecimals,
  type Decimal,
  decimalText,
  magnitude,
  multiplyDecimals,
  parseDecimal,
  signOf,
} from "../../format/decimal";
import { percent } from "../../format/quantity";
import { shortAddress } from "../../format/text";
import type { BalanceDifference, DisplayRate, Reconciled } from "./types";

interface CauseState {
  label: string;
  /** Whether somebody has to act, the program is still at work, or nothing is to be done. */
  state: "act" | "wait" | "none";
}

/** The causes by their codes, in a few words. */
const causes: Readonly<Record<string, CauseState>> = {
  reading: { label: "Loading", state: "wait" },
  no_source: { label: "No source", state: "act" },
  missing_page: { label: "Missing page", state: "act" },
  native_transfers: { label: "Missing transfers", state: "act" },
  internal_transfers: { label: "Internal transfers", state: "act" },
  refused: { label: "Refused", state: "act" },
  withdrawals: { label: "Missing withdrawals", state: "act" },
  cap: { label: "At its limit", state: "act" },
  rebasing: { label: "Rebasing token", state: "none" },
  undecoded: { label: "Not decoded", state: "act" },
  not_read: { label: "Unlisted token", state: "act" },
  behind: { label: "Newer balance", state: "wait" },
  spam: { label: "Spam", state: "none" },
};

export const causeOf = ({ cause }: BalanceDifference): CauseState =>
  causes[cause] ?? { label: "Unknown cause", state: "act" };

/** The share of the value whose balances are equal, rounded down so that only all of it reads as 100%; null without a value. */
export function reconciledPercent({ reconciled, value }: Reconciled): string | null {
  const [part, whole] = [parseDecimal(reconciled), parseDecimal(value)];
  if (!part || !whole || signOf(whole) <= 0) return null;
  const scale = Math.max(part.scale, whole.scale);
  const unitsAt = ({ units, scale: own }: Decimal) => units * 10n ** BigInt(scale - own);
  const hundredths = (unitsAt(part) * 10_000n) / unitsAt(whole);
  if (hundredths === 0n) return part.units > 0n ? "<0.01%" : "0%";
  return hundredths === 10_000n ? "100%" : percent(decimalText({ units: hundredths, scale: 2 }), 2);
}

/** An amount in dollars as text in the display currency. */
export const inDisplay = (dollars: string, { rate }: DisplayRate): string => {
  const [amount, factor] = [parseDecimal(dollars), parseDecimal(rate)];
  return amount && factor ? decimalText(multiplyDecimals(amount, factor)) : dollars;
};

export interface DifferenceSum {
  /** The sum of the sizes in dollars; null if no size is known. */
  value: string | null;
  /** The number of differences without a known value. */
  unknown: number;
}

/** The size of all differences, whatever their sign. Unknown values are counted apart, never as zero. */
export function sumOf(differences: readonly BalanceDifference[]): DifferenceSum {
  const known = differences.flatMap(({ value }) => parseDecimal(value ?? "") ?? []);
  const sum = known.map(magnitude).reduce(addDecimals, { units: 0n, scale: 0 });
  return { value: known.length > 0 ? decimalText(sum) : null, unknown: differences.length - known.length };
}

/** The symbol of a difference, or a short contract address. */
export const assetName = ({ symbol, asset }: BalanceDifference): string =>
  symbol || `Unknown token ${shortAddress(asset.split(":").at(-1) ?? "")}`;

const isPositive = (amount: string): boolean => {
  const value = parseDecimal(amount);
  return value !== null && signOf(value) > 0;
};

/** What a balance is more than its history adds up to: `+1.2 stETH`. */
export function sizeWords({ difference, symbol }: BalanceDifference, text: AmountText): string {
  if (difference === null) return "Size unknown";
  return `${isPositive(difference) ? "+" : ""}${[text.shortQuantity(difference), symbol].join(" ").trim()}`;
}

/** The value of a difference, signed as its size. */
export const valueWords = ({ value }: BalanceDifference, display: DisplayRate, text: AmountText): string =>
  value === null ? "Value unknown" : text.change(inDisplay(value, display), display.currency);

/** A balance or a sum of entries. */
export const amountWords = (amount: string | null, unknown: string, text: AmountText): string =>
  amount === null ? unknown : text.shortQuantity(amount);

/** An extended key is longer than any address. It reveals many addresses, so it must not appear in a URL. */
const EXTENDED_KEY = 111;

/** The path of the entries of a difference in Transaction history, the newest first. */
export function entriesPath({ asset, account }: BalanceDifference): string {
  const address = account.split(":").slice(2).join(":");
  const params = new URLSearchParams({ asset, dust: "show" });
  if (address !== "" && address.length < EXTENDED_KEY) params.set("wallet", address);
  return `/intelligence/transaction-history?${params}`;
}
