import { count, plural } from "../../format/text";
import type { SourceHealth } from "./types";

const severities = { bad: 0, warn: 1, ok: 2 } as const;

/** Sources that were not used yet come last: nothing is known about them. */
const rank = ({ state, severity }: SourceHealth): number => (state === "unused" ? 3 : severities[severity]);

/** Sorts sources that need attention first, and keeps the server's order otherwise. */
export const worstFirst = (sources: readonly SourceHealth[]): SourceHealth[] =>
  [...sources].sort((a, b) => rank(a) - rank(b));

/** Whether a data provider that was used needs attention. */
export const isBad = ({ state, severity }: SourceHealth): boolean => state !== "unused" && severity !== "ok";

/** `11 of 12 data providers up to date`; empty if none was used yet. */
export function providerWords(sources: readonly SourceHealth[]): string {
  const used = sources.filter(({ state }) => state !== "unused");
  const fine = used.length - used.filter(isBad).length;
  return used.length === 0 ? "" : `${count(fine)} of ${plural(used.length, "data provider")} up to date`;
}

/** The same, with the number of unused providers: `11 of 12 data providers up to date · 3 not used yet`. */
export function providerSummary(sources: readonly SourceHealth[]): string {
  const unused = sources.filter(({ state }) => state === "unused").length;
  return [providerWords(sources), unused > 0 ? `${count(unused)} not used yet` : ""].filter(Boolean).join(" · ");
}
