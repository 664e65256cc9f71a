import type { Addresses, DeletedWallets, UpdateUserWalletRequest, User } from "./types";

/** The addresses of the user in list order. */
export const addressesOf = (user: User): string[] =>
  [...user.user_wallets].sort((a, b) => a.position - b.position).map((wallet) => wallet.address);

/** The list with an address inserted again, after the nearest of its former predecessors that is still there. */
function withAddress(list: readonly string[], address: string, before: readonly string[]): string[] {
  if (list.includes(address)) return [...list];
  const above = before.slice(0, Math.max(0, before.indexOf(address)));
  const neighbour = above.findLast((one) => list.includes(one));
  const place = neighbour === undefined ? 0 : list.indexOf(neighbour) + 1;
  return [...list.slice(0, place), address, ...list.slice(place)];
}

/** The list with deleted wallets in their places again. The order of the others does not change. */
export const withRestored = (list: readonly string[], { addresses, before }: DeletedWallets): string[] =>
  before
    .filter((address) => addresses.includes(address))
    .reduce((restored, address) => withAddress(restored, address, before), [...list]);

/** The list with another address in place of a wrong one. The nickname is kept unless another one was given. */
export function withReplaced(user: User, wrong: string, right: Addresses): UpdateUserWalletRequest {
  const replaced = user.user_wallets.find(({ address }) => address === wrong);
  if (!replaced) throw new Error("This wallet is no longer in your list.");
  const [text = wrong] = right.addresses;
  return {
    wallet_addresses: addressesOf(user).map((address) => (address === wrong ? text : address)),
    wallet_address_nicknames: { ...(replaced.nickname ? { [text]: replaced.nickname } : {}), ...right.nicknames },
  };
}
