import type { QueryClient, QueryKey } from "@tanstack/react-query";

/** The key prefix of everything that is computed from the holdings: invalidating it refetches all figures. */
export const portfolioKey = ["portfolio"] as const;

/** The key prefix of the rows and the entries of the history. It is not below `portfolioKey`: rows change only after a press. */
export const historyKey = ["history"] as const;

/** The key of the signed-in user and the wallet list. */
export const userKey = ["user"] as const;

/** The key of the sync status. It is kept apart from its query so that the first page does not load the event stream. */
export const syncKey = ["sync"] as const;

/** Invalidates every query below the given keys and waits for the active ones to be refetched. */
export const invalidate = (client: QueryClient, ...keys: readonly QueryKey[]) =>
  Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
