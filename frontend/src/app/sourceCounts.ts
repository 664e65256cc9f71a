import type { User } from "../features/user/types";

/** The namespace of exchanges among the ids of networks. */
const EXCHANGE = "exchange:";

/** How many wallets the person has, and how many accounts at exchanges, by the path of their page; undefined without any account. */
export function sourceCounts(user: User | undefined): Record<string, number | undefined> {
  const rows = user?.user_wallets;
  const accounts = rows?.filter(({ chains }) => chains[0]?.id.startsWith(EXCHANGE)).length ?? 0;
  return { "/wallets": rows && rows.length - accounts, "/exchanges": accounts || undefined };
}
