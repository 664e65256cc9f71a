import { useEffect } from "react";
import { count, plural } from "../../format/text";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { FailureNote } from "../../ui/Note";
import { PageSize, Pagination } from "../../ui/Pagination";
import { nearestPage } from "../../ui/paging";
import { SearchField } from "../../ui/SearchField";
import { saveFile } from "../../ui/saveFile";
import { useToast } from "../../ui/toasts";
import { Entries, EntriesSkeleton, type Names, NotSent } from "./DisclosureEntries";
import { EVERYTHING, FIRST_SIZE, maySearch, SPANS } from "./filter";
import { byProvider } from "./groups";
import { NoNetworks } from "./NoNetworks";
import css from "./privacy.module.css";
import { type Chains, type DisclosurePage, useExportDisclosures } from "./queries";
import type { DisclosureFilter, SourceProfile } from "./types";
import type { DisclosureView } from "./useDisclosureView";

interface ToolsProps {
  filter: DisclosureFilter;
  names: Names;
  onFilter: (change: Partial<DisclosureFilter>) => void;
}

/** The filters of the request log. */
const Tools = ({ filter, names, onFilter }: ToolsProps) => (
  <search className={css.tools} aria-label="Filter the log">
    <SearchField
      value={filter.search}
      label="Provider, address or purpose"
      onChange={(search) => onFilter({ search })}
      className={css.find}
    />
    <select aria-label="Network" value={filter.chain} onChange={(event) => onFilter({ chain: event.target.value })}>
      <option value="">All networks</option>
      {[...names].map(([id, name]) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
    <select aria-label="Time" value={filter.days} onChange={(event) => onFilter({ days: Number(event.target.value) })}>
      {SPANS.map(({ days, label }) => (
        <option key={days} value={days}>
          {label}
        </option>
      ))}
    </select>
  </search>
);

/** Returns the function that saves the matching entries, and says if the export is incomplete. */
function useSave() {
  const { mutate, isPending } = useExportDisclosures();
  const toast = useToast();
  const save = (filter: DisclosureFilter) =>
    mutate(filter, {
      onSuccess: ({ file_name, content, rows, complete }) => {
        saveFile(file_name, content, "text/csv;charset=utf-8");
        toast({
          text: `${plural(rows, "row")} saved${complete ? "" : " (newest only). Filter the log to export the rest"}`,
        });
      },
      onError: (problem) => toast({ text: problem.message, bad: true }),
    });
  return { save, isPending };
}

interface DisclosuresProps {
  /** The query of the shown entries. */
  disclosures: DisclosurePage;
  filter: DisclosureFilter;
  chains: Chains;
  /** The profiles of the sources, with their names. */
  profiles: readonly SourceProfile[];
  view: DisclosureView;
  onView: (change: Partial<DisclosureView>) => void;
  names: Names;
  isDemo: boolean;
}

/** The request log: what each provider learned about the user's addresses, when and why. */
export function Disclosures({ disclosures, filter, chains, profiles, view, onView, names, isDemo }: DisclosuresProps) {
  const { page, size } = view;
  const { error, refetch, isPlaceholderData } = disclosures;
  const isNotSent = !maySearch(filter.search);
  const data = isNotSent ? undefined : disclosures.data;
  const { save, isPending } = useSave();
  const total = data?.total_count ?? 0;
  const pages = Math.max(1, Math.ceil(total / size));
  const isBeyond = data !== undefined && !isPlaceholderData && page >= pages;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page beyond the last is left once, for the last one
  useEffect(() => {
    if (isBeyond) onView({ page: pages - 1 });
  }, [isBeyond, pages]);
  return (
    <Card
      title="Request log"
      aside={
        <Button small icon="download" busy={isPending} disabled={total === 0} onClick={() => save(filter)}>
          Export CSV
        </Button>
      }
    >
      <Tools filter={view} names={names} onFilter={onView} />
      <NoNetworks chains={chains} />
      {isNotSent ? <NotSent onClear={() => onView({ search: "" })} /> : null}
      {error && !data && !isNotSent ? (
        <FailureNote title="Couldn't load the request log" failure={error} onRetry={() => void refetch()} />
      ) : null}
      {(!data && !error && !isNotSent) || isBeyond ? <EntriesSkeleton /> : null}
      {data && !isBeyond ? (
        <Entries
          filter={filter}
          names={names}
          groups={byProvider(data.disclosures, profiles)}
          isDemo={isDemo}
          onClear={() => onView(EVERYTHING)}
        />
      ) : null}
      {total > FIRST_SIZE ? (
        <div className={css.foot}>
          <Pagination page={nearestPage(page, pages)} pages={pages} onPage={(to) => onView({ page: to })} />
          <span className={css.total}>{count(total)} total</span>
          <PageSize size={size} onSize={(rows) => onView({ size: rows })} />
        </div>
      ) : null}
    </Card>
  );
}
