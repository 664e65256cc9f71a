import { count, plural } from "./text";

interface Covered {
  priced: number;
  unpriced: readonly { reason: string }[];
  failed: readonly unknown[];
  stale: readonly unknown[];
  unread: readonly unknown[];
  not_looked_for: readonly unknown[];
  reading: number;
}

/** How many holdings are priced; empty if there are none while the first may still be loading. */
export function pricedWords(priced: number, all: number, isWhole: boolean): string {
  if (all === 0) return isWhole ? "No assets" : "";
  return `${count(priced)} of ${plural(all, "holding")} priced`;
}

/** The phrases of the coverage badge. They count holdings, never a share of an unknown total. A price being requested is not missing. */
export function coverageWords(coverage: Covered): string[] {
  const { priced, unpriced, failed, stale, unread, not_looked_for, reading } = coverage;
  const all = priced + unpriced.length;
  const beingRequested = unpriced.filter(({ reason }) => reason === "not_asked_yet").length;
  const without = unpriced.length - beingRequested;
  const isWhole = [failed, unread, not_looked_for].every((missing) => missing.length === 0) && reading === 0;
  const words = [
    // If no price is being requested, the count before already says how many are unpriced.
    without > 0 && beingRequested > 0 ? `${count(without)} unpriced` : "",
    beingRequested > 0 ? `${count(beingRequested)} being priced` : "",
    unread.length > 0 ? plural(unread.length, "wallet not loaded", "wallets not loaded") : "",
    failed.length > 0 ? plural(failed.length, "source failed", "sources failed") : "",
    reading > 0 ? `${count(reading)} still loading` : "",
  ].filter(Boolean);
  // The badge is short, so what is certainly missing comes before what may be missing or counts at its last value.
  const rest = [
    stale.length > 0 ? plural(stale.length, "source out of date", "sources out of date") : "",
    not_looked_for.length > 0 && unpriced.length === 0 ? "unlisted tokens not detected" : "",
  ].filter(Boolean);
  return [pricedWords(priced, all, isWhole), ...words, ...(words.length === 0 ? rest.slice(0, 1) : [])].filter(Boolean);
}
