import { type ReactNode, Suspense, useEffect, useRef } from "react";
import { dayAt } from "../../format/calendar";
import { useZone } from "../../format/zone";
import { lazyPart } from "../../ui/lazyPart";
import { PageHeader } from "../../ui/PageHeader";
import { withSymbols } from "./assetLabels";
import { CoverageLine } from "./CoverageLine";
import { conditionsOf, type HistoryView } from "./conditions";
import { FilterBar, Search } from "./FilterBar";
import { HistoryBody } from "./HistoryBody";
import css from "./history.module.css";
import { KindPills } from "./KindPills";
import { daysOfDates } from "./period";
import { type HistoryPageQuery, useFilters, useHistoryPage, useSums } from "./queries";
import { SumLine } from "./SumLine";
import type { Condition } from "./types";
import { useHistorySearch } from "./useHistorySearch";
import { useHistoryView } from "./useHistoryView";
import { useIsPhone, useLayout } from "./useLayout";
import { useNewest } from "./useNewest";
import { useSessionOver } from "./useSessionOver";
import { useVisitor } from "./visitor";
import { WaitingList } from "./WaitingList";

const EntryDrawer = lazyPart(() => import("./EntryDrawer"), "EntryDrawer");
const FilterSheet = lazyPart(() => import("./FilterSheet"), "FilterSheet");

/** The number of pages. A page beyond the last is left for the last one. */
function usePages({ data, isPlaceholderData }: HistoryPageQuery, view: HistoryView, leave: (last: number) => void) {
  const pages = Math.max(1, Math.ceil((data?.total_count ?? 0) / view.size));
  const isBeyond = data !== undefined && !isPlaceholderData && view.page >= pages;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page is left once
  useEffect(() => {
    if (isBeyond) leave(pages - 1);
  }, [isBeyond, pages]);
  return pages;
}

/** What an export of the page covers. */
export interface ShownEntries {
  conditions: readonly Condition[];
  entries: number;
  /** The first and the last day; null for all time. */
  days: readonly [from: string, to: string] | null;
}

interface HistoryProps {
  /** The buttons of the head, for what is shown; null for visitors. */
  actions: ((shown: ShownEntries) => ReactNode) | null;
  /** Opens the add-wallet dialog; null for visitors. */
  onAdd: (() => void) | null;
}

/** What an export covers of the entries that are shown. Its days are fields of their own. */
function shownEntries(view: HistoryView, entries = 0): ShownEntries {
  const conditions = conditionsOf({ ...view, year: [], period: null });
  return { conditions, entries, days: daysOfDates(view, dayAt(Date.now())) };
}

/** The page Transaction history: filters, coverage, entries and the drawer of one entry. Everything shown follows from the URL. */
export function History({ actions, onAdd }: HistoryProps) {
  const { data: filters } = useFilters();
  const { view, onView, onPageCorrected, entry, onEntry, entryPath } = useHistoryView(filters);
  const query = useHistoryPage(view);
  const { data, error, isPlaceholderData } = query;
  useSessionOver(error);
  const visitor = useVisitor();
  // The days of the filters and of the groups follow the zone.
  useZone();
  const [card, layout] = useLayout<HTMLDivElement>();
  const isPhone = useIsPhone();
  const search = useHistorySearch(view.search, (text) => onView({ search: text }), query);
  const top = useRef<HTMLDivElement>(null);
  const newest = useNewest(view, data, isPlaceholderData);
  const isChanged = newest.isChanged || query.isOutdated;
  const sums = useSums(view, data?.revision);
  const counts = sums.data?.kind_filters;
  const pages = usePages(query, view, onPageCorrected);
  const onPage = (page: number) => {
    onView({ page });
    if ((top.current?.getBoundingClientRect().top ?? 0) < 0) top.current?.scrollIntoView({ block: "start" });
  };
  const isCards = layout === "cards";
  const tools = { view, onView, filters: withSymbols(filters, data?.results ?? []) };
  const coverage = newest.coverage ? <CoverageLine coverage={newest.coverage} isCard={isCards} /> : null;
  return (
    <div className={css.page} data-cards={isCards || undefined} data-phone={isPhone || undefined}>
      <PageHeader
        title="Transaction history"
        actions={actions?.(shownEntries(view, data?.total_count))}
        plain={visitor !== null}
      />
      {isPhone ? (
        <>
          <Search search={search} />
          <KindPills view={view} onView={onView} filters={filters} counts={counts} isScrolled />
        </>
      ) : null}
      <div ref={top} className={css.top}>
        <div ref={card} className={isCards ? css.plain : css.card}>
          {isPhone ? null : <FilterBar {...tools} search={search} counts={counts} />}
          <SumLine sums={sums} isCard={isCards} />
          {isCards ? coverage : null}
          <WaitingList page={data} isCard={isCards} />
          <HistoryBody
            {...tools}
            query={query}
            newest={{ ...newest, isChanged }}
            coverage={newest.coverage}
            coverageLine={isCards ? null : coverage}
            pages={pages}
            layout={layout}
            onPage={onPage}
            entry={entry}
            onEntry={onEntry}
            entryPath={entryPath}
            onAdd={onAdd}
          />
        </div>
      </div>
      <Suspense>
        {isPhone ? <FilterSheet {...tools} total={isPlaceholderData ? undefined : data?.total_count} /> : null}
      </Suspense>
      <Suspense>
        {entry === null ? null : <EntryDrawer entry={entry} page={data} view={view} onEntry={onEntry} onAdd={onAdd} />}
      </Suspense>
    </div>
  );
}
