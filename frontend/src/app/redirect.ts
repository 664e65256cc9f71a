/** Adds the leading slash that `redirect` may omit: `intelligence/costs` becomes `/intelligence/costs`. */
const withSlash = (text: string): string => (/^[a-z0-9-]+(?:[/?#]|$)/i.test(text) ? `/${text}` : text);

/** A path of this site with query and hash; null for another site, and for Welcome, which would redirect in a loop. */
function sitePath(text: unknown): string | null {
  if (typeof text !== "string") return null;
  const path = withSlash(text);
  if (!/^\/(?![/\\])/.test(path)) return null;
  const { origin, pathname, search, hash } = new URL(path, location.origin);
  return origin === location.origin && pathname !== "/welcome" ? `${pathname}${search}${hash}` : null;
}

interface Place {
  state: unknown;
  search: string;
  hash: string;
}

const REDIRECT = "redirect";

/** The page to open once there is a session: `redirect` in the URL, else the page that required the session, else Home. */
export function redirectTarget({ state, search, hash }: Place): string {
  const redirect = sitePath(new URLSearchParams(search).get(REDIRECT));
  if (redirect) return redirect.includes("#") ? redirect : `${redirect}${hash}`;
  const from = typeof state === "object" && state !== null && "from" in state ? state.from : undefined;
  return sitePath(from) ?? "/home";
}

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
