/** Adds the leading slash that `redirect` may omit: `intelligence/costs` becomes `/intelligence/costs`. */
const withSlash = (text: string): string => (/^[a-z0-9-]+(?:[/?#]|$)/i.test(text) ? `/${text}` : text);

/** A path of this site with query and hash; null for another site, and for Welcome, which would redirect in a loop. */
function sitePath(text: unknown): string | null {
  if (typeof text !== "string") return null;
  const path = withSlash(text);
  if (!/^\/(?![/\\])/.test(path)) return null;
  const { origin, pathname, search, hash } = new URL(path, location.origin);
  // Dot segments can leave two slashes in front, which would name another site.
  const isOwn = origin === location.origin && !pathname.startsWith("//");
  return isOwn && pathname !== "/welcome" ? `${pathname}${search}${hash}` : null;
}

export interface Place {
  state: unknown;
  search: string;
  hash: string;
}

/** The parameter of the URL that names the page to open. */
export const REDIRECT = "redirect";

/** The page to open once there is a session: `redirect` in the URL, else the page that required the session, else Home. */
export function redirectTarget({ state, search, hash }: Place): string {
  const redirect = sitePath(new URLSearchParams(search).get(REDIRECT));
  if (redirect) return redirect.includes("#") ? redirect : `${redirect}${hash}`;
  const from = typeof state === "object" && state !== null && "from" in state ? state.from : undefined;
  return sitePath(from) ?? "/home";
}
