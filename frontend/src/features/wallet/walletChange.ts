import { decimalText, parseDecimal, subtractDecimals, sumOf } from "../../format/decimal";
import { changeInPercent } from "../../format/quantity";
import { plural } from "../../format/text";
import type { WalletCard, WalletDayChange } from "./types";

/** A change in 24 hours. */
export interface ShownChange {
  /** Null if it is not known. */
  percent: string | null;
  /** Why it is not known, or what it does not cover; empty if it covers everything. */
  note: string;
}

/** The day changes that are known. */
const knownOf = (wallets: readonly WalletCard[]): WalletDayChange[] =>
  wallets.flatMap(({ day_change: day }) => (day !== null && day.change !== null && day.compared !== null ? [day] : []));

/** Whether prices from 24 hours ago are still being requested. */
export const isAwaited = ({ day_change: day }: WalletCard): boolean =>
  day !== null && (day.pending || day.reason?.code === "not_requested_yet");

/** The change of a wallet as the server states it. */
export function changeOfWallet(wallet: WalletCard): ShownChange {
  const { day_change: day } = wallet;
  const [known] = knownOf([wallet]);
  if (!known) {
    const note = isAwaited(wallet) ? "Getting yesterday's prices…" : day?.reason?.text;
    return { percent: null, note: note ?? "24h change not known" };
  }
  const note = known.not_compared > 0 ? `Without ${plural(known.not_compared, "holding")} that cannot be compared` : "";
  return { percent: known.change_percent, note };
}

/** The change of several wallets: the sum of those that are known. */
export function changeOf(wallets: readonly WalletCard[]): ShownChange {
  const known = knownOf(wallets);
  const change = parseDecimal(sumOf(known.map((day) => day.change)) ?? "");
  const now = parseDecimal(sumOf(known.map((day) => day.compared)) ?? "");
  if (!change || !now) return { percent: null, note: "24h change not known" };
  const valued = wallets.filter(({ total_value }) => total_value !== null).length;
  return {
    percent: changeInPercent(decimalText(subtractDecimals(now, change)), decimalText(now)),
    note: known.length < valued ? `Of ${known.length} of ${plural(valued, "wallet")}` : "",
  };
}
