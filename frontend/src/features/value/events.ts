import type { ChartRange } from "../../charts/columns";
import type { ChartEvent } from "../../charts/series";
import { dayName } from "./periods";
import type { ValueEvent } from "./types";

/** The most markers of a part of the history. */
const MOST = 10;

/** The period that has a day; -1 before the first one. */
const periodOf = (days: readonly string[], day: string): number => days.findLastIndex((first) => first <= day);

/**
 * The events to mark. Of the whole history these are the highlighted ones; of a part of it all, ten at most: the highlighted ones first, then
 * the newest. The events of other chains than the chosen ones are left out.
 */
export function shownEvents(
  events: readonly ValueEvent[],
  days: readonly string[],
  [from, to]: ChartRange,
  chains: readonly string[],
): ChartEvent[] {
  const isWhole = from === 0 && to === days.length - 1;
  const found = events
    .map((event) => ({ event, period: periodOf(days, event.day) }))
    .filter(({ event: { chain }, period }) => {
      const isHere = chains.length === 0 || chain === null || chains.includes(chain._id);
      return isHere && period >= from && period <= to;
    })
    .filter(({ event }) => !isWhole || event.is_highlighted);
  const chosen = isWhole
    ? found
    : found
        .sort(
          (a, b) =>
            Number(b.event.is_highlighted) - Number(a.event.is_highlighted) || b.event.day.localeCompare(a.event.day),
        )
        .slice(0, MOST);
  return chosen
    .sort((a, b) => a.event.day.localeCompare(b.event.day))
    .map(({ event: { _id: id, title, day }, period }) => ({ id, title, date: dayName(day), period }));
}
