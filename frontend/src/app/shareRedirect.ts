import { type Place, REDIRECT, redirectTarget } from "./redirect";

const HISTORY_PATH = "/intelligence/transaction-history";
/** The query of Transaction history within a shared page. */
export const HISTORY_QUERY = "page=transaction-history";

/** Whether a query is that of Transaction history within a shared page. */
export const isHistoryInShare = (search: string): boolean =>
  new URLSearchParams(search).get("page") === "transaction-history";

/**
 * The target of `redirect` within a shared page, under the path of that page. Visitors have Home and Transaction history, so
 * any other page leads to Home. Null without a redirect.
 */
export function redirectInShare(home: string, { search, hash, state }: Place): string | null {
  const params = new URLSearchParams(search);
  if (!params.has(REDIRECT)) return null;
  const to = new URL(redirectTarget({ search, hash, state }), location.origin);
  params.delete(REDIRECT);
  const isHistory = to.pathname === HISTORY_PATH;
  const own = isHistory || to.pathname === "/home" ? to.search.slice(1) : "";
  const query = [isHistory ? HISTORY_QUERY : "", params.toString(), own].filter(Boolean).join("&");
  return `${home}${query ? `?${query}` : ""}${to.hash}`;
}
