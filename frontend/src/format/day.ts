import { zoned } from "./zone";

const slashed = zoned("en-US", { month: "2-digit", day: "2-digit", year: "2-digit" });
const weekday = zoned("en-US", { weekday: "long" });
/** The day as `2026-11-20`. */
const isoDay = zoned("sv-SE", { year: "numeric", month: "2-digit", day: "2-digit" });
const DAY_MS = 86_400_000;

/** `11/20/26`, in the zone of the person. */
export const slashedDate = (at: string): string => slashed(new Date(at));

/** The number of midnights between a moment and now, in the zone of the person. */
function daysAgo(at: string, now: number): number {
  const midnight = (time: Date) => Date.parse(isoDay(time));
  return (midnight(new Date(now)) - midnight(new Date(at))) / DAY_MS;
}

/** The weekday of a moment, and how it is called from now: `Today, Friday`, `Thursday`. */
export function weekdayWords(at: string, now: number): string {
  const day = weekday(new Date(at));
  const words = { 0: "Today", 1: "Yesterday" }[daysAgo(at, now)];
  return words ? `${words}, ${day}` : day;
}

/** The heading of a day: `Today, 11/20/26`, `Yesterday, 11/19/26`, then the weekday. */
export function dayHeading(at: string, now: number): string {
  const words = { 0: "Today", 1: "Yesterday" }[daysAgo(at, now)];
  return `${words ?? weekday(new Date(at))}, ${slashedDate(at)}`;
}
