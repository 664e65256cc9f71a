import type { AmountText } from "../../format/amounts";
import type { ViewPart, ViewRow } from "./assetView";

/** The quantity, or the raw integer if the decimals are unknown. */
export function amountOfPart({ amount, raw_amount, assumed_decimals: assumed }: ViewPart, text: AmountText): string {
  if (amount !== null) return text.shortQuantity(amount);
  if (assumed?.amount) return `About ${text.shortQuantity(assumed.amount)} if ${assumed.decimals} decimals`;
  return `${raw_amount === null ? "?" : text.raw(raw_amount)} smallest units`;
}

/** The wallet of a holding, with the address where its label is not unique. */
export const walletOfPart = ({ wallet_label }: ViewPart, address: string | null): string =>
  address === null ? wallet_label : `${wallet_label}, ${address}`;

/** What a holding is and where, for those who cannot see the row it is in. */
export function labelOfPart(part: ViewPart, row: ViewRow, address: string | null): string {
  const position = part.position ? `, ${part.position.place}: ${part.position.name.toLowerCase()}` : "";
  const asset = part.symbol === row.symbol ? row.name : part.symbol;
  return `${asset} of ${walletOfPart(part, address)} on ${part.chain_name}${position}`;
}

/** Unique among the holdings of an asset. */
export const keyOfPart = ({ asset, wallet_address, position }: ViewPart): string =>
  [asset, wallet_address, position?.kind, position?.place].join(" ");
