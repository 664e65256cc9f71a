/** An own path with its query and hash; null for an address of another site, and for Welcome, which would lead in circles. */
function ownPath(text: unknown): string | null {
  if (typeof text !== "string" || !/^\/(?![/\\])/.test(text)) return null;
  const { origin, pathname, search, hash } = new URL(text, location.origin);
  return origin === location.origin && pathname !== "/welcome" ? `${pathname}${search}${hash}` : null;
}

interface Place {
  state: unknown;
  search: string;
  hash: string;
}

/** Where a visitor wanted to go: what `redirect` in the address says, else the page they were sent away from, else Home. */
export function originOf({ state, search, hash }: Place): string {
  const redirect = ownPath(new URLSearchParams(search).get("redirect"));
  if (redirect) return redirect.includes("#") ? redirect : `${redirect}${hash}`;
  const from = typeof state === "object" && state !== null && "from" in state ? state.from : undefined;
  return ownPath(from) ?? "/home";
}
