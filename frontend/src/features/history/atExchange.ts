import type { HistoryRow } from "./types";

/** How the id of an exchange begins where networks have theirs. */
const EXCHANGE = "exchange:";

/** Whether an entry is from the books of an exchange. It has no block, no hash, and often no other side. */
export const isAtExchange = ({ chain }: Pick<HistoryRow, "chain">): boolean => chain.startsWith(EXCHANGE);

/** The network or exchange of an account; an account that is called like its exchange says that it is one. */
export const placeName = (place: string, account: string | null): string => (place === account ? "Exchange" : place);
