import type { ChartRange } from "../../charts/columns";
import type { PeriodGroup } from "./types";

const DAY_MS = 86_400_000;

const isoOf = (at: Date): string => at.toISOString().slice(0, 10);

/** The first day of the period that is `by` periods after that of a first day. */
export function shiftedPeriod(day: string, group: PeriodGroup, by: number): string {
  const at = new Date(day);
  if (group === "day") return isoOf(new Date(at.getTime() + by * DAY_MS));
  const [months, years] = group === "month" ? [by, 0] : [0, by];
  return isoOf(new Date(Date.UTC(at.getUTCFullYear() + years, at.getUTCMonth() + months, 1)));
}

/** The last day of a period. */
export const lastDayOf = (day: string, group: PeriodGroup): string =>
  shiftedPeriod(shiftedPeriod(day, group, 1), "day", -1);

/** The year with which the chart of years begins, and the least number of months and days that the others have. */
const FIRST_YEAR = 2009;
const LEAST: Readonly<Record<Exclude<PeriodGroup, "year">, number>> = { month: 12, day: 30 };

/** How many empty periods a chart has before the first one of the history. */
export function paddingOf(days: readonly string[], group: PeriodGroup): number {
  const [first] = days;
  if (first === undefined) return 0;
  if (group === "year") return Math.max(0, Number(first.slice(0, 4)) - FIRST_YEAR);
  return Math.max(0, LEAST[group] - days.length);
}

/** The first days of all periods of a chart, with the empty ones before the history. */
export function paddedDays(days: readonly string[], group: PeriodGroup): string[] {
  const [first] = days;
  const padding = paddingOf(days, group);
  if (first === undefined) return [];
  return [...Array.from({ length: padding }, (_, i) => shiftedPeriod(first, group, i - padding)), ...days];
}

const format = (options: Intl.DateTimeFormatOptions) => {
  // The days of the server are calendar days, which are the same in every zone.
  const made = new Intl.DateTimeFormat("en-GB", { ...options, timeZone: "UTC" });
  return (day: string) => made.format(new Date(day));
};

/** `8 Sept 2025`. */
export const dayName = format({ day: "numeric", month: "short", year: "numeric" });

const NAMES: Readonly<Record<PeriodGroup, (day: string) => string>> = {
  day: dayName,
  month: format({ month: "long", year: "numeric" }),
  year: (day) => day.slice(0, 4),
};

/** A period in words: `8 Sept 2025`, `September 2025`, `2025`. */
export const periodName = (day: string, group: PeriodGroup): string => NAMES[group](day);

/** The spans to choose from, with the months or days that each reaches back. */
export const SPANS = [
  { key: "all", label: "All time", months: Number.POSITIVE_INFINITY, days: 0 },
  { key: "5y", label: "5 Years", months: 60, days: 0 },
  { key: "1y", label: "1 Year", months: 12, days: 0 },
  { key: "6m", label: "6 Months", months: 6, days: 0 },
  { key: "1m", label: "1 Month", months: 1, days: 0 },
  { key: "1w", label: "1 Week", months: 0, days: 7 },
] as const;

export type SpanKey = (typeof SPANS)[number]["key"];

/** The day a number of months and days before another; of a shorter month its last day. */
function dayBefore(day: string, months: number, days: number): string {
  const at = new Date(day);
  const month = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - months, 1));
  const length = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 0)).getUTCDate();
  const date = Math.min(at.getUTCDate(), length);
  return isoOf(new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth(), date - days)));
}

/** How far a span reaches back. */
export interface SpanLength {
  months: number;
  days: number;
}

/** The periods of a span that ends with the last one. It has at least two, if there are two. */
export const rangeOfSpan = (days: readonly string[], key: SpanKey): ChartRange =>
  rangeOfLength(days, SPANS.find((span) => span.key === key) ?? SPANS[0]);

/** The periods of a span of a length that ends with the last one. It has at least two, if there are two. */
export function rangeOfLength(days: readonly string[], { months, days: few }: SpanLength): ChartRange {
  const last = Math.max(0, days.length - 1);
  if (last === 0 || months === Number.POSITIVE_INFINITY) return [0, last];
  const first = dayBefore(days[last] ?? "", months, few);
  const from = days.findIndex((day) => day >= first);
  return [Math.max(0, Math.min(from, last - 1)), last];
}

/** The periods between two days, for a span that was dragged in any grouping. */
export function rangeOfDays(days: readonly string[], from: string, to: string): ChartRange {
  const last = Math.max(0, days.length - 1);
  const indexOf = (day: string) =>
    Math.max(
      0,
      days.findLastIndex((one) => one <= day),
    );
  const [a, b] = [indexOf(from), indexOf(to)];
  if (b > a) return [a, b];
  return [Math.max(0, Math.min(a, last - 1)), Math.min(last, Math.max(b, a + 1))];
}
