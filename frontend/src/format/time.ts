import { zoned } from "./zone";

const DAY_PARTS = { day: "numeric", month: "short", year: "numeric" } as const;
const day = zoned("en-GB", DAY_PARTS);
/** A calendar day is the same in every zone. */
const calendarDay = new Intl.DateTimeFormat("en-GB", { ...DAY_PARTS, timeZone: "UTC" });
const clockOf = zoned("en-GB", { hour: "2-digit", minute: "2-digit" });
const secondsOf = zoned("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit" });
const full = zoned("en-GB", { dateStyle: "long", timeStyle: "long" });

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `8 Sept 2025`, in the zone of the person. */
export const date = (at: string): string => day(new Date(at));
/** Formats the calendar days in a sentence of the server: `2026-11-20` becomes `20 Nov 2026`. */
export const withDates = (text: string): string =>
  text.replace(/\b\d{4}-\d{2}-\d{2}\b(?!T)/g, (iso) => {
    const at = new Date(iso);
    return Number.isNaN(at.getTime()) ? iso : calendarDay.format(at);
  });
/** `14:02`. */
export const clock = (at: string): string => clockOf(new Date(at));
/** `14:01:55`. */
export const clockSeconds = (at: string): string => secondsOf(new Date(at));
/** Date, time and zone, for titles. */
export const moment = (at: string): string => full(new Date(at));
/** `14:02, 20 Nov 2026`. */
export const clockAndDate = (at: string): string => `${clock(at)}, ${date(at)}`;

/** Formats an age: `just now`, `41 min`, `3 h`, then the date. */
export function age(at: string, now: number): string {
  const passed = now - new Date(at).getTime();
  if (passed < MINUTE) return "just now";
  if (passed < HOUR) return `${Math.floor(passed / MINUTE)} min`;
  return passed < DAY ? `${Math.floor(passed / HOUR)} h` : date(at);
}

/** Formats an age for a sentence: `just now`, `2 min ago`, `on 8 Sept 2025`. */
export function ago(at: string, now: number): string {
  const text = age(at, now);
  if (text === "just now") return text;
  return now - new Date(at).getTime() < DAY ? `${text} ago` : `on ${text}`;
}

/** Whether a moment is less than a day ago. */
export const isWithinDay = (at: string, now: number): boolean => now - new Date(at).getTime() < DAY;

/** Formats a time for a column: `14:01:55` within a day, `08:00, 19 Nov 2026` before, so that no old time looks recent. */
export const clockWithin = (at: string, now: number): string =>
  isWithinDay(at, now) ? clockSeconds(at) : clockAndDate(at);

/** Formats the time until a moment: `in 40 s`, `in 3 min`; `now` if it has passed. */
export function until(at: string, now: number): string {
  const left = new Date(at).getTime() - now;
  if (left <= 0) return "now";
  if (left < MINUTE) return `in ${Math.ceil(left / 1000)} s`;
  return left < HOUR ? `in ${Math.ceil(left / MINUTE)} min` : `at ${clock(at)}`;
}
