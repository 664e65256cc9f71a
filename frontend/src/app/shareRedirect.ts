import { type Place, REDIRECT, redirectTarget } from "./redirect";

/** The pages of a shared portfolio besides Home: their names in the query, and their paths on the owner's side. */
const SHARED_PAGES = {
  defi: "/decentralized-finance",
  intelligence: "/intelligence",
  "transaction-history": "/intelligence/transaction-history",
  "asset-value": "/intelligence/asset-value",
  insights: "/intelligence/insights",
  costs: "/intelligence/costs",
  counterparties: "/intelligence/volume-traded-by-counterparty",
} as const;

export type SharedPage = keyof typeof SHARED_PAGES;

const PAGE = "page";

const isShared = (name: string | null): name is SharedPage => name !== null && Object.hasOwn(SHARED_PAGES, name);

/** The query of a page within a shared portfolio. */
export const queryOfShared = (page: SharedPage): string => `${PAGE}=${page}`;

/** The page within a shared portfolio that a query names; null for Home. */
export function sharedPage(search: string): SharedPage | null {
  const name = new URLSearchParams(search).get(PAGE);
  return isShared(name) ? name : null;
}

/**
 * The target of `redirect` within a shared page, under the path of that page. A page that visitors do not have leads to Home. Null
 * without a redirect.
 */
export function redirectInShare(home: string, { search, hash, state }: Place): string | null {
  const params = new URLSearchParams(search);
  if (!params.has(REDIRECT)) return null;
  const to = new URL(redirectTarget({ search, hash, state }), location.origin);
  params.delete(REDIRECT);
  const page = Object.keys(SHARED_PAGES).find((name) => isShared(name) && SHARED_PAGES[name] === to.pathname) ?? null;
  const own = page !== null || to.pathname === "/home" ? to.search.slice(1) : "";
  const query = [isShared(page) ? queryOfShared(page) : "", params.toString(), own].filter(Boolean).join("&");
  return `${home}${query ? `?${query}` : ""}${to.hash}`;
}
