import { Cards, CardsSkeleton } from "./Cards";
import type { HistoryView } from "./conditions";
import { HistoryTable, TableSkeleton } from "./HistoryTable";
import type { HistoryPage } from "./types";
import type { Layout } from "./useLayout";

interface HistoryRowsProps {
  /** Undefined while the first page is loading. */
  page: HistoryPage | undefined;
  pages: number;
  layout: Layout;
  view: HistoryView;
  onView: (change: Partial<HistoryView>) => void;
  /** Whether the rows are those of the previous filters. */
  isStale: boolean;
  entry: string | null;
  onEntry: (entry: string) => void;
  entryPath: (entry: string) => string;
}

/** The entries as a table or as cards, or their skeleton. */
export function HistoryRows({ page, pages, layout, view, onView, ...rest }: HistoryRowsProps) {
  const head = { view, onView, isNarrow: layout === "narrow" };
  if (!page) return layout === "cards" ? <CardsSkeleton /> : <TableSkeleton {...head} />;
  const place = { isFirstPage: view.page === 0, isLastPage: view.page >= pages - 1 };
  const rows = { rows: page.results, currency: page.currency_code, ...place, ...rest };
  return layout === "cards" ? (
    <Cards {...rows} isByTime={view.sort === "time"} />
  ) : (
    <HistoryTable {...head} {...rows} />
  );
}
