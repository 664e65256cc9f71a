import { count, plural } from "../../format/text";
import type { SourceHealth } from "./types";

const severities = { bad: 0, warn: 1, ok: 2 } as const;

/** Sources that were not used yet come last: nothing is known about them. */
const rank = ({ state, severity }: SourceHealth): number => (state === "unused" ? 3 : severities[severity]);

/** Sorts sources that need attention first, and keeps the server's order otherwise. */
export const worstFirst = (sources: readonly SourceHealth[]): SourceHealth[] =>
  [...sources].sort((a, b) => rank(a) - rank(b));

/** `11 of 12 sources answer · 3 not used yet`; unused sources are counted separately. */
export function answeringSummary(sources: readonly SourceHealth[]): string {
  const used = sources.filter(({ state }) => state !== "unused");
  const fine = used.filter(({ state }) => state === "ok");
  const unused = sources.length - used.length;
  const verb = used.length === 1 ? "answers" : "answer";
  const first = used.length === 0 ? "" : `${count(fine.length)} of ${plural(used.length, "source")} ${verb}`;
  return [first, unused > 0 ? `${count(unused)} not used yet` : ""].filter(Boolean).join(" · ");
}
