import { zoned } from "./zone";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;

const isoDay = zoned("sv-SE", { year: "numeric", month: "2-digit", day: "2-digit" });

const isoOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The day of a moment as `2026-11-20`, in the zone of the person. */
export const dayAt = (at: string | number): string => isoDay(new Date(at));

/** Whether a text is a day of the calendar: `2026-11-20`. */
export function isDay(text: string): boolean {
  const at = Date.parse(text);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(at) && isoOf(at) === text;
}

/** The day that is `by` days after another. */
export const shiftedDay = (day: string, by: number): string => isoOf(Date.parse(day) + by * DAY_MS);

/** The first day of the month that is `by` months after that of a day. */
export function shiftedMonth(day: string, by: number): string {
  const [year = 0, month = 1] = day.split("-").map(Number);
  return isoOf(Date.UTC(year, month - 1 + by, 1));
}

/** The last day of the month of a day. */
export const lastOfMonth = (day: string): string => shiftedDay(shiftedMonth(day, 1), -1);

/** The first moment of a day in the zone of the person, which is not midnight where a clock change skips it. */
function startOf(day: string): number {
  // No zone is more than a day from UTC, and all offsets are whole minutes.
  let [before, after] = [Date.parse(day) - DAY_MS, Date.parse(day) + DAY_MS];
  while (after - before > MINUTE_MS) {
    const middle = before + Math.floor((after - before) / MINUTE_MS / 2) * MINUTE_MS;
    if (isoDay(new Date(middle)) < day) before = middle;
    else after = middle;
  }
  return after;
}

/** A moment to the second, which is as fine as the times of entries. */
const momentAt = (at: number): string => new Date(at).toISOString().replace(".000Z", "Z");

/** The first and the last second of a span of days, in the zone of the person. */
export const momentsOf = (first: string, last: string): [string, string] => [
  momentAt(startOf(first)),
  momentAt(startOf(shiftedDay(last, 1)) - SECOND_MS),
];
