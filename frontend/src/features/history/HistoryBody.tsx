import type { ReactNode } from "react";
import { count, plural } from "../../format/text";
import { clockAndDate } from "../../format/time";
import { Button } from "../../ui/Button";
import { FailureNote, InlineFailure } from "../../ui/Note";
import { cleared, conditionsOf, type HistoryView, isNarrowed } from "./conditions";
import { HistoryFoot } from "./HistoryFoot";
import { HistoryRows } from "./HistoryRows";
import css from "./history.module.css";
import { NoEntries } from "./NoEntries";
import type { HistoryPageQuery } from "./queries";
import type { HistoryCoverage, HistoryFilters } from "./types";
import type { Layout } from "./useLayout";
import type { Newest } from "./useNewest";

/** Announces newer entries over the head of the rows, so that nothing moves until it is pressed. */
function NewestPill({ newest: { fresh, isChanged }, onShow }: { newest: Newest; onShow: () => void }) {
  return (
    <div className={css.newest} role="status">
      {fresh > 0 || isChanged ? (
        <Button tone="primary" small icon="up" onClick={onShow}>
          {fresh > 0 ? `${count(fresh)} new` : "Show changes"}
          <span className="vh">{fresh > 0 ? ` ${fresh === 1 ? "entry" : "entries"}, show` : ""}</span>
        </Button>
      ) : null}
    </div>
  );
}

/** Says what the entries shown lack, because it failed to load. */
const Stale = ({ error, lack, onRetry }: { error: Error; lack: string; onRetry: () => void }) => (
  <div className={css.stale}>
    <InlineFailure>
      {error.message} {lack}{" "}
      <Button tone="link" small onClick={onRetry}>
        Try again
      </Button>
    </InlineFailure>
  </div>
);

/** The failures of what is shown: of newer entries, or of what is missing in their costs. */
function Failures({ query: { error, gaps, dataUpdatedAt, refetch } }: { query: HistoryPageQuery }) {
  if (error) {
    const since = clockAndDate(new Date(dataUpdatedAt).toISOString());
    return <Stale error={error} lack={`These entries are from ${since}.`} onRetry={() => void refetch()} />;
  }
  if (!gaps.error) return null;
  return <Stale error={gaps.error} lack="Missing costs are not marked." onRetry={() => void gaps.refetch()} />;
}

interface HistoryBodyProps {
  query: HistoryPageQuery;
  newest: Newest;
  coverage: HistoryCoverage | undefined;
  /** The coverage between the entries and their foot; null where it stands elsewhere. */
  coverageLine: ReactNode;
  pages: number;
  layout: Layout;
  view: HistoryView;
  onView: (change: Partial<HistoryView>) => void;
  onPage: (page: number) => void;
  filters: HistoryFilters | undefined;
  entry: string | null;
  onEntry: (entry: string) => void;
  entryPath: (entry: string) => string;
  onAdd: (() => void) | null;
}

/** The entries with their foot, or the state in their place: loading, failed, empty. */
export function HistoryBody({
  query,
  newest,
  coverage,
  coverageLine,
  filters,
  onAdd,
  onPage,
  ...rest
}: HistoryBodyProps) {
  const { data, error, isPlaceholderData, refetch } = query;
  const { view, onView, pages } = rest;
  const onRetry = () => void refetch();
  if (error && !data)
    return (
      <div className={css.failure}>
        <FailureNote title="Couldn't load your history" failure={error} onRetry={onRetry} />
        {isNarrowed(view) ? (
          <div className={css.clear}>
            <Button small onClick={() => onView(cleared(view))}>
              Clear all
            </Button>
            <span>{plural(conditionsOf({ ...view, hideDust: false }).length, "filter is", "filters are")} set.</span>
          </div>
        ) : null}
      </div>
    );
  if (data && !isPlaceholderData && data.total_count === 0)
    return (
      <>
        <div className={css.empty}>
          <NoEntries
            view={view}
            onView={onView}
            filters={filters}
            coverage={coverage ?? data.coverage}
            dustHidden={data.dust_hidden}
            onAdd={onAdd}
          />
        </div>
        {coverageLine}
      </>
    );
  const isBeyond = !isPlaceholderData && view.page >= pages;
  // Previous filters without entries leave nothing to show meanwhile.
  const isWaiting = isPlaceholderData && data?.results.length === 0;
  const shown = isBeyond || isWaiting ? undefined : data;
  const showNewest = () => {
    newest.show();
    if (view.page > 0) onPage(0);
  };
  return (
    <>
      <Failures query={query} />
      <div key={shown ? "entries" : "skeleton"} className={css.rows}>
        <NewestPill newest={newest} onShow={showNewest} />
        <HistoryRows page={shown} isStale={isPlaceholderData} {...rest} />
      </div>
      {coverageLine}
      {shown ? <HistoryFoot page={shown} pages={pages} view={view} onView={onView} onPage={onPage} /> : null}
    </>
  );
}
