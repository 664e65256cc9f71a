import { dayAt, isDay, momentsOf } from "../../../format/calendar";
import { date } from "../../../format/time";
import type { ExchangeFile, ExchangeFilePreview } from "../types";

const SECOND_MS = 1000;
/** The start of a file before which the account has nothing, in Unix seconds: that of the gap which it closes. */
const START = 0;

/** The first and the last day of which a file has everything, as they are entered. */
export interface SpanDays {
  first: string;
  last: string;
}

/** What a person states about a file: its days, and whether the account has nothing before them. */
export interface Span extends SpanDays {
  isFromStart: boolean;
}

/** The same as the call takes it. Without a time, that of the first or the last row counts. */
export interface SpanTimes {
  start_datetime?: number;
  end_datetime?: number;
}

/** The days of the first and the last row; null where no row changed the account. */
export function rowDays({ starts_on, ends_on }: Pick<ExchangeFilePreview, "starts_on" | "ends_on">): SpanDays | null {
  return starts_on === null || ends_on === null ? null : { first: dayAt(starts_on), last: dayAt(ends_on) };
}

/** What is wrong with each of the days; empty where nothing is. */
export function dayProblems({ first, last }: SpanDays, rows: SpanDays, now: number): SpanDays {
  const check = (day: string, isOutside: boolean, outside: string): string => {
    if (!isDay(day)) return "Enter a day.";
    if (day > dayAt(now)) return "This day is in the future.";
    return isOutside ? outside : "";
  };
  return {
    first: check(first, first > rows.first, "The file has rows before this day."),
    last: check(last, last < rows.last, "The file has rows after this day."),
  };
}

const secondsOf = (at: number | string): number => Math.floor(new Date(at).getTime() / SECOND_MS);

/**
 * The times of the days that are entered. A day that was not changed stands for its row, because an export may begin or end within
 * it. The last day ends now at the latest.
 */
export function timesOf({ first, last, isFromStart }: Span, rows: SpanDays, now: number): SpanTimes {
  const [begin, end] = momentsOf(first, last);
  const start = isFromStart ? START : secondsOf(begin);
  return {
    ...(first === rows.first && !isFromStart ? {} : { start_datetime: start }),
    ...(last === rows.last ? {} : { end_datetime: Math.min(secondsOf(end), secondsOf(now)) }),
  };
}

/** `3 Feb 2024 to 5 Feb 2024`, or the one day; without a first day where the account has nothing before. */
export function spanWords({ starts_on, ends_on }: Pick<ExchangeFile, "starts_on" | "ends_on">): string {
  const last = date(ends_on);
  if (secondsOf(starts_on) <= START) return `Everything until ${last}`;
  const first = date(starts_on);
  return first === last ? first : `${first} to ${last}`;
}
