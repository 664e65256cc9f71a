/** A page that links name and that is not built yet. */
interface UnbuiltPage {
  /** The path of the page that is opened instead. */
  path: string;
  notice: string;
}

const HOME = "/home";

const pages: Readonly<Record<string, UnbuiltPage>> = {
  "/top-accounts": { path: HOME, notice: "Top accounts aren't available yet." },
  "/twitter-influencers": { path: HOME, notice: "Influencers aren't available yet." },
  "/watchlist": { path: HOME, notice: "The watchlist isn't available yet." },
};

const WHALE_WATCH: UnbuiltPage = { path: HOME, notice: "Whale Watch isn't available yet." };

/** The page that stands for a path; null if the path names no page. */
export function unbuiltPage(pathname: string): UnbuiltPage | null {
  const path = pathname.replace(/\/$/, "");
  if (/^\/whale-watch(?:\/[^/]+){0,2}$/.test(path)) return WHALE_WATCH;
  return Object.hasOwn(pages, path) ? (pages[path] ?? null) : null;
}

/** Keeps the part of a query that means the same on every page. */
export const sharedQuery = (search: string): string =>
  new URLSearchParams(search).get("add-address") === "true" ? "?add-address=true" : "";
