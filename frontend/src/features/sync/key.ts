/** Names what is being read in the cache; a file of its own, so that the first page need not fetch how it is read. */
export const progressKey = ["sync"] as const;
