import { shortAddress } from "../../format/text";
import type { ViewPart } from "./assetView";

type Place = Pick<ViewPart, "wallet_label" | "wallet_address" | "chain_name">;

const placeOf = ({ wallet_label, chain_name }: Place): string => `${wallet_label}\n${chain_name}`;

/** Returns a function that gives the address of a part if its wallet has several on that network, as extended public keys do. */
export function addressesIn(parts: readonly Place[]): (part: Place) => string | null {
  const known = new Map<string, Set<string>>();
  for (const part of parts) {
    const place = placeOf(part);
    known.set(place, (known.get(place) ?? new Set()).add(part.wallet_address));
  }
  return (part) => ((known.get(placeOf(part))?.size ?? 0) > 1 ? shortAddress(part.wallet_address) : null);
}
