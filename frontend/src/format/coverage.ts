import { count, plural } from "./text";

interface Covered {
  priced: number;
  unpriced: readonly unknown[];
  failed: readonly unknown[];
  stale: readonly unknown[];
  reading: number;
}

/** How many of all are priced; nothing of none while they may still come. */
export function pricedWords(priced: number, all: number, isWhole: boolean): string {
  if (all === 0) return isWhole ? "No assets" : "";
  return `${count(priced)} of ${plural(all, "asset")} priced`;
}

/** What the badge says: a count of holdings, never a share of an unknown total. */
export function coverageWords(coverage: Covered): string[] {
  const { priced, unpriced, failed, stale, reading } = coverage;
  const all = priced + unpriced.length;
  return [
    pricedWords(priced, all, reading === 0 && failed.length === 0),
    unpriced.length > 0 ? `${count(unpriced.length)} unpriced` : "",
    failed.length > 0 ? plural(failed.length, "source failed", "sources failed") : "",
    stale.length > 0 ? plural(stale.length, "source old", "sources old") : "",
    reading > 0 ? `${count(reading)} still reading` : "",
  ].filter(Boolean);
}
