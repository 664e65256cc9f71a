import { compareDecimals, parseDecimal } from "../../format/decimal";
import { plural } from "../../format/text";
import type { ViewRow } from "./assetView";
import type { NetworkRow } from "./types";

/** The number of networks listed by name; the others are combined. */
const NAMED = 2;

/** The share of an asset on one network, or on all others. */
export interface ChainShare {
  id: string;
  name: string;
  amount: string | null;
  value: string | null;
}

/** The networks of an asset: the two that hold most of it, and the number of others. */
export function topChains(row: ViewRow, networks: readonly NetworkRow[]): ChainShare[] {
  const first = row.parts[0];
  if (row.chains.length === 0)
    return first ? [{ id: first.chain, name: first.chain_name, amount: row.amount, value: row.value }] : [];
  const nameOf = (chain: string) => networks.find((network) => network.chain === chain)?.name ?? chain;
  const known = (value: string | null) => (value === null ? null : parseDecimal(value));
  const sorted = [...row.chains].sort((a, b) => {
    const left = known(a.value);
    const right = known(b.value);
    return left && right ? compareDecimals(right, left) : Number(left === null) - Number(right === null);
  });
  const top = sorted
    .slice(0, NAMED)
    .map(({ chain, amount, value }) => ({ id: chain, name: nameOf(chain), amount, value }));
  const others = sorted.length - top.length;
  return others > 0 ? [...top, { id: "other", name: "Other", amount: plural(others, "network"), value: null }] : top;
}
