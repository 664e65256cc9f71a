import { count, plural } from "../../format/text";
import type { SourceHealth } from "./types";

const severities = { bad: 0, warn: 1, ok: 2 } as const;

/** What nobody asked yet stands last: nothing is known about it. */
const rank = ({ state, severity }: SourceHealth): number => (state === "unused" ? 3 : severities[severity]);

/** Needs attention first; the server's order within each kind of state. */
export const worstFirst = (sources: readonly SourceHealth[]): SourceHealth[] =>
  [...sources].sort((a, b) => rank(a) - rank(b));

/** `11 of 12 sources answer · 3 not used yet`; what was not asked is counted apart. */
export function answering(sources: readonly SourceHealth[]): string {
  const asked = sources.filter(({ state }) => state !== "unused");
  const fine = asked.filter(({ state }) => state === "ok");
  const unused = sources.length - asked.length;
  const verb = asked.length === 1 ? "answers" : "answer";
  const first = asked.length === 0 ? "" : `${count(fine.length)} of ${plural(asked.length, "source")} ${verb}`;
  return [first, unused > 0 ? `${count(unused)} not used yet` : ""].filter(Boolean).join(" · ");
}
