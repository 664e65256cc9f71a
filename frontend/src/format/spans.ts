import { date, withDates } from "./time";

/** The spans to choose from, with the months or days that each reaches back. */
export const SPANS = [
  { key: "max", label: "Max", months: Number.POSITIVE_INFINITY, days: 0, words: "all time" },
  { key: "5y", label: "5 years", months: 60, days: 0, words: "5 years" },
  { key: "4y", label: "4 years", months: 48, days: 0, words: "4 years" },
  { key: "3y", label: "3 years", months: 36, days: 0, words: "3 years" },
  { key: "2y", label: "2 years", months: 24, days: 0, words: "2 years" },
  { key: "1y", label: "1 year", months: 12, days: 0, words: "12 months" },
  { key: "6m", label: "6 months", months: 6, days: 0, words: "6 months" },
  { key: "1m", label: "1 month", months: 1, days: 0, words: "1 month" },
  { key: "1w", label: "1 week", months: 0, days: 7, words: "7 days" },
  { key: "1d", label: "1 day", months: 0, days: 1, words: "24 hours" },
] as const;

export type SpanKey = (typeof SPANS)[number]["key"];

/** The span without a choice. */
export const FIRST_SPAN: SpanKey = "1y";

/** The span of a key; that of a year for any other text. */
export const spanOf = (key: string | null) =>
  SPANS.find((span) => span.key === key) ?? SPANS[SPANS.findIndex((span) => span.key === FIRST_SPAN)] ?? SPANS[0];

/** The first and the last moment of an answer. */
interface Period {
  /** Null for everything before the end. */
  start: string | null;
  end: string;
}

/** The span of an answer in words. */
export const periodOf = ({ start, end }: Period): string =>
  start === null ? `All time until ${date(end)}` : `${date(start)} – ${date(end)}`;

const month = new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });

/** A period in words, by its first day: `8 Sept 2025`, `September 2025`. */
export const periodName = (day: string, group: string): string =>
  group === "day" ? withDates(day) : month.format(new Date(day));
