/** A wallet that was deleted, and where it stood. */
export interface Deleted {
  address: string;
  /** The list as it was with it. */
  before: readonly string[];
}

/** The list with the wallet behind the one it stood behind, as far as that is still there; all others stay as they are. */
export function withRestored(list: readonly string[], { address, before }: Deleted): string[] {
  if (list.includes(address)) return [...list];
  const above = before.slice(0, Math.max(0, before.indexOf(address)));
  const neighbour = above.findLast((one) => list.includes(one));
  const place = neighbour === undefined ? 0 : list.indexOf(neighbour) + 1;
  return [...list.slice(0, place), address, ...list.slice(place)];
}
