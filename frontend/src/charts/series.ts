import type { ChartColumn } from "./columns";
import type { PeriodUnit } from "./timeAxis";

/** One color of the stack. */
export interface ChartBand {
  id: string;
  colour: string;
  values: ChartColumn;
}

/** What a chart of values shows. Every column has one number for each period. */
export interface ValueSeries {
  unit: PeriodUnit;
  /** The first day of each period, the oldest first. */
  days: readonly string[];
  /** The first period of the history; those before it only fill the chart. */
  start: number;
  /** The first period from which the whole history is known. */
  knownFrom: number;
  /** The lowest first. */
  bands: readonly ChartBand[];
  /** The sum of everything; not known where a price that matters is missing. */
  total: ChartColumn;
  /** What everything that was held cost; null if it does not fit the bands. */
  cost: ChartColumn | null;
}

/** What a chart of one value shows. */
export type TotalSeries = Omit<ValueSeries, "bands">;

/** A marker of something that happened. */
export interface ChartEvent {
  id: string;
  title: string;
  /** Its day in words. */
  date: string;
  /** The period in which it happened. */
  period: number;
}
