import type { DayChange, Portfolio } from "./types";

/** The polling interval while accounts are being read; it also applies without an event stream. */
const READING_MS = 5_000;
const IDLE_MS = 120_000;

/** Whether balances are being read, so that the figures change with each answer. */
export const isReading = (portfolio: Portfolio | undefined): boolean =>
  portfolio !== undefined && (portfolio.refreshing || portfolio.coverage.reading > 0);

/** Whether the answer contains only the first of the assets. */
export const isCut = ({ user_wallet }: Portfolio): boolean => user_wallet.assets.length < user_wallet.count;

/** The polling interval of a portfolio. A cut one is not polled, because the query for all assets is. */
export const portfolioInterval = (data: Portfolio | undefined): number | false =>
  data && isCut(data) ? false : isReading(data) ? READING_MS : IDLE_MS;

/** The polling interval of a day's change: shorter while parts of it are still being computed. */
export const dayChangeInterval = (day: DayChange | undefined): number =>
  day !== undefined && (day.pending || day.change === null) ? READING_MS : IDLE_MS;
