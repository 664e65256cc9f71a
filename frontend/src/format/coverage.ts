import { count, plural } from "./text";

interface Covered {
  priced: number;
  unpriced: readonly { reason: string }[];
  failed: readonly unknown[];
  stale: readonly unknown[];
  reading: number;
}

/** How many of all are priced; nothing of none while they may still come. */
export function pricedWords(priced: number, all: number, isWhole: boolean): string {
  if (all === 0) return isWhole ? "No assets" : "";
  return `${count(priced)} of ${plural(all, "asset")} priced`;
}

/** What the badge says: a count of holdings, never a share of an unknown total. A price that is asked for is not missing. */
export function coverageWords(coverage: Covered): string[] {
  const { priced, unpriced, failed, stale, reading } = coverage;
  const all = priced + unpriced.length;
  const asked = unpriced.filter(({ reason }) => reason === "not_asked_yet").length;
  const without = unpriced.length - asked;
  return [
    pricedWords(priced, all, reading === 0 && failed.length === 0),
    without > 0 ? `${count(without)} unpriced` : "",
    asked > 0 ? `${count(asked)} being priced` : "",
    failed.length > 0 ? plural(failed.length, "source failed", "sources failed") : "",
    stale.length > 0 ? plural(stale.length, "source old", "sources old") : "",
    reading > 0 ? `${count(reading)} still reading` : "",
  ].filter(Boolean);
}
