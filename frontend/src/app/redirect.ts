/** `intelligence/costs`, as links have it, is the path `/intelligence/costs`. */
const rooted = (text: string): string => (/^[a-z0-9-]+(?:[/?#]|$)/i.test(text) ? `/${text}` : text);

/** An own path with its query and hash; null for an address of another site, and for Welcome, which would lead in circles. */
function ownPath(text: unknown): string | null {
  if (typeof text !== "string") return null;
  const path = rooted(text);
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

/** Where a visitor wanted to go: what `redirect` in the address says, else the page they were sent away from, else Home. */
export function redirectTarget({ state, search, hash }: Place): string {
  const redirect = ownPath(new URLSearchParams(search).get(REDIRECT));
  if (redirect) return redirect.includes("#") ? redirect : `${redirect}${hash}`;
  const from = typeof state === "object" && state !== null && "from" in state ? state.from : undefined;
  return ownPath(from) ?? "/home";
}

/**
 * Where a look goes on to, once it is open: the page and the hash that `redirect` names, under the look's own address. Home
 * is all that visitors are shown; it stands for any other page. Null without a redirect.
 */
export function redirectInShare(home: string, { search, hash, state }: Place): string | null {
  const params = new URLSearchParams(search);
  if (!params.has(REDIRECT)) return null;
  const to = new URL(redirectTarget({ search, hash, state }), location.origin);
  params.delete(REDIRECT);
  const own = to.pathname === "/home" ? to.search.slice(1) : "";
  const query = [params.toString(), own].filter(Boolean).join("&");
  return `${home}${query ? `?${query}` : ""}${to.hash}`;
}
