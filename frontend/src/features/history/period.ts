import { dayAt, isDay, lastOfMonth, momentsOf, shiftedDay, shiftedMonth } from "../../format/calendar";
import type { FilterOption } from "./types";

/** The first and the last day of a period, or its first and last moment, as a link names them. */
export type Period = readonly [from: string, to: string];

/** The dates of the entries that are shown: years, or a period; neither is all time. */
export interface Dates {
  year: readonly string[];
  period: Period | null;
}

export const ALL_TIME: Dates = { year: [], period: null };

/** The year of the first block of any network. A year that is still being typed is earlier. */
export const FIRST_DAY = "2009-01-01";

/** A period that a link names or a person enters; null unless both ends can be read, in their order. */
export function readPeriod(from: string, to: string): Period | null {
  const isRead = (isDay(from) && isDay(to)) || (from.includes("T") && to.includes("T"));
  return isRead && from >= FIRST_DAY && Date.parse(from) <= Date.parse(to) ? [from, to] : null;
}

/** The first and the last moment of a period. */
export const periodMoments = ([from, to]: Period): Period => (isDay(from) ? momentsOf(from, to) : [from, to]);

/** The first and the last day of a period, in the zone of the person. */
export const periodDays = ([from, to]: Period): [string, string] =>
  // The end may be the first moment after the period.
  isDay(from) ? [from, to] : [dayAt(from), dayAt(Date.parse(to) - 1)];

/** The first and the last day of the dates that are set, up to today; null for all time. */
export function daysOfDates({ year, period }: Dates, today: string): [string, string] | null {
  if (period) return periodDays(period);
  const years = year.toSorted();
  const [first, last] = [years[0], years.at(-1)];
  if (first === undefined || last === undefined) return null;
  const end = `${last}-12-31`;
  return [`${first}-01-01`, end > today && `${last}-01-01` <= today ? today : end];
}

const formatted = (options: Intl.DateTimeFormatOptions) => {
  // A day of the calendar is the same in every zone.
  const made = new Intl.DateTimeFormat("en-GB", { ...options, timeZone: "UTC" });
  return (day: string) => made.format(new Date(day));
};
const wholeDay = formatted({ day: "numeric", month: "short", year: "numeric" });
const dayAndMonth = formatted({ day: "numeric", month: "short" });
/** `November 2026`. */
export const monthName = formatted({ month: "long", year: "numeric" });
/** `Friday, 27 November 2026`. */
export const dayName = formatted({ weekday: "long", day: "numeric", month: "long", year: "numeric" });

/** A span of days in words: `8 Sept 2025`, `1–27 Nov 2026`, `8 Sept – 3 Nov 2025`. */
function spanWords(first: string, last: string, end: (day: string) => string): string {
  if (first === last) return end(last);
  if (first.slice(0, 7) === last.slice(0, 7)) return `${Number(first.slice(8))}–${end(last)}`;
  const start = first.slice(0, 4) === last.slice(0, 4) ? dayAndMonth : wholeDay;
  return `${start(first)} – ${end(last)}`;
}

/** A period in words, by its first and last day. */
export const periodWords = (period: Period): string => spanWords(...periodDays(period), wholeDay);

/** Dates that are chosen by one press. */
export interface Preset {
  label: string;
  dates: Dates;
  /** The number of entries, where it is known. */
  count?: number;
}

/** The dates to choose by one press: recent days, this and last month, years, and all time. */
export function presetsOf(today: string, years: readonly FilterOption[]): Preset[] {
  const days = (first: string, last = today): Dates => ({ year: [], period: [first, last] });
  const year = today.slice(0, 4);
  const lastMonth = shiftedMonth(today, -1);
  const ofYear = (value: string) => years.find((option) => option.value === value)?.count;
  const preset = (label: string, dates: Dates, count?: number): Preset =>
    count === undefined ? { label, dates } : { label, dates, count };
  return [
    preset("Today", days(today)),
    preset("Last 7 days", days(shiftedDay(today, -6))),
    preset("Last 30 days", days(shiftedDay(today, -29))),
    preset("This month", days(shiftedMonth(today, 0))),
    preset("Last month", days(lastMonth, lastOfMonth(lastMonth))),
    // A year without entries is no filter of the server.
    preset(
      "This year",
      ofYear(year) === undefined ? days(`${year}-01-01`) : { year: [year], period: null },
      ofYear(year),
    ),
    ...years
      .filter(({ value }) => value !== year)
      .map(({ value, count }) => preset(value, { year: [value], period: null }, count)),
    preset("All time", ALL_TIME),
  ];
}

/** Whether two choices of dates are the same. */
export function isSameDates(one: Dates, other: Dates): boolean {
  const key = ({ year, period }: Dates) => [...year, ...(period ?? [])].join();
  return key(one) === key(other);
}

/** The dates in a few words for the closed control: `This month, 1–27 Nov`, `2025`, `8 Sept 2025`. */
export function datesWords(dates: Dates, today: string): string {
  const { year, period } = dates;
  const preset = presetsOf(today, []).find((one) => isSameDates(one.dates, dates));
  const isMonth = preset?.label.endsWith(" month");
  if (preset && period && isMonth) return `${preset.label}, ${spanWords(...periodDays(period), dayAndMonth)}`;
  if (preset && year.length === 0) return preset.label;
  if (period) return periodWords(period);
  const [first = "", ...others] = year;
  return others.length > 0 ? `${first} +${others.length}` : first;
}
