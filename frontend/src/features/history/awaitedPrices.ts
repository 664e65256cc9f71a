import type { HistoryPage, HistoryRow } from "./types";

/** Whether a price of an entry is still being requested. */
export function awaitsPrice({ value_then_reason, value_today_reason, fee }: HistoryRow): boolean {
  const reasons = [value_then_reason, value_today_reason, fee?.reason];
  return reasons.some((reason) => reason?.code === "not_asked_yet");
}

/** Whether prices of the rows are still being requested. */
export const awaitsPrices = (page: HistoryPage | undefined): boolean => page?.results.some(awaitsPrice) ?? false;

/** The later page where it has the same entries. Otherwise rows would move by themselves. */
export function withLaterPrices(
  page: HistoryPage | undefined,
  later: HistoryPage | undefined,
): HistoryPage | undefined {
  if (!page || !later || page.results.length !== later.results.length) return page;
  return page.results.every(({ entry }, i) => entry === later.results[i]?.entry) ? later : page;
}
