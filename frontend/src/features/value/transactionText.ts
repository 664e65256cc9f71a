import type { ValueTransaction } from "./types";

type Leg = ValueTransaction["legs"][number];
type Party = NonNullable<ValueTransaction["from_wallet"]>;

/** The longest text of an address that is shown whole. */
const ROOM = 16;

/** The amount whose value is that of the transaction: what came in, else what went out. */
export function mainLeg({ legs, own_transfer }: Pick<ValueTransaction, "legs" | "own_transfer">): Leg | null {
  const first = (role: Leg["role"]) => legs.find((leg) => leg.role === role);
  return (own_transfer ? first("out") : undefined) ?? first("in") ?? first("out") ?? null;
}

/** Shortens an address of more than 16 characters to `0x3f5c…9e21`. */
export const shortParty = (address: string): string =>
  address.length > ROOM ? `${address.slice(0, 6)}…${address.slice(-4)}` : address;

const nameOf = ({ name, address }: Party): string => name || shortParty(address);

/** `Kraken to Cold storage`; where only one side is known, that one. */
export function partiesText({
  from_wallet: from,
  to_wallet: to,
  account,
}: Pick<ValueTransaction, "from_wallet" | "to_wallet" | "account">): string {
  if (from && to) return `${nameOf(from)} to ${nameOf(to)}`;
  if (from) return `From ${nameOf(from)}`;
  return to ? `To ${nameOf(to)}` : nameOf(account);
}
