import type { HistoryPage, HistoryRow } from "./types";

/** Whether a price of an entry is still being requested. */
export function awaitsPrice({ value_then_reason, value_today_reason, fee }: HistoryRow): boolean {
  const reasons = [value_then_reason, value_today_reason, fee?.reason];
  return reasons.some((reason) => reason?.code === "not_requested_yet");
}

/** Whether prices of the rows are still being requested. */
export const awaitsPrices = (page: HistoryPage | undefined): boolean => page?.results.some(awaitsPrice) ?? false;

const isSameList = (page: HistoryPage, later: HistoryPage): boolean =>
  page.results.length === later.results.length &&
  page.results.every(({ entry }, i) => entry === later.results[i]?.entry);

/** The page with what a later one says of its entries. Entries that are only in one of them change nothing, so that no row moves. */
export function withLaterPrices(page: HistoryPage, later: HistoryPage): HistoryPage {
  if (isSameList(page, later)) return later;
  const known = new Map(later.results.map((row) => [row.entry, row]));
  return {
    ...page,
    results: page.results.map((row) => known.get(row.entry) ?? row),
    asset_prices: { ...page.asset_prices, ...later.asset_prices },
  };
}

/** Whether the prices of a row became known in a later page that leaves the row out, such as one worth less than a dollar. */
export const leavesAwaitedOut = (page: HistoryPage, later: HistoryPage): boolean =>
  page.results.some((row) => awaitsPrice(row) && later.results.every(({ entry }) => entry !== row.entry));

/** The most rows of one request. */
const MOST_ROWS = 200;

/** The rows to request so that those of a page are among them, although new ones came in before them. */
export const rowsToCover = (page: HistoryPage, later: HistoryPage): number =>
  Math.min(MOST_ROWS, page.limit + Math.max(0, later.total_count - page.total_count));

/** Whether a later page leaves rows out because it did not reach that far. Their prices may be known. */
export const reachesTooFew = (page: HistoryPage, later: HistoryPage): boolean =>
  leavesAwaitedOut(page, later) && later.limit < rowsToCover(page, later);
