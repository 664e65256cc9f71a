import { dayHeading, slashedDate, weekdayWords } from "../../format/day";
import type { HistoryRow } from "./types";

export interface Day {
  /** The date, which identifies the day. */
  id: string;
  heading: string;
  weekday: string;
  rows: HistoryRow[];
  /** Whether all its entries are here: the first and the last day of a page can go on outside of it. */
  isWhole: boolean;
}

/** The entries of a page by day, in their order. */
export function daysOf(rows: readonly HistoryRow[], now: number, page: { isFirst: boolean; isLast: boolean }): Day[] {
  const days: Day[] = [];
  for (const row of rows) {
    const id = slashedDate(row.timestamp);
    const last = days.at(-1);
    if (last?.id === id) last.rows.push(row);
    else {
      const { timestamp } = row;
      const [heading, weekday] = [dayHeading(timestamp, now), weekdayWords(timestamp, now)];
      days.push({ id, heading, weekday, rows: [row], isWhole: true });
    }
  }
  const [first, last] = [days[0], days.at(-1)];
  if (first && !page.isFirst) first.isWhole = false;
  if (last && !page.isLast) last.isWhole = false;
  return days;
}
