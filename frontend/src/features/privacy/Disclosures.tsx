import { useEffect } from "react";
import { count, plural } from "../../format/text";
import { Address } from "../../ui/Address";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { EmptyState, FailureNote } from "../../ui/Note";
import { PageSize, Pagination } from "../../ui/Pagination";
import { nearestPage } from "../../ui/paging";
import { SearchField } from "../../ui/SearchField";
import { Skeleton } from "../../ui/Skeleton";
import { saveFile } from "../../ui/saveFile";
import { Ago } from "../../ui/Time";
import { useToast } from "../../ui/toasts";
import { EVERYTHING, FIRST_SIZE, filterWords, isNarrowed, maySearch, SPANS } from "./filter";
import { byProvider, type ProviderGroup, sentenceCase } from "./groups";
import { NoNetworks } from "./NoNetworks";
import css from "./privacy.module.css";
import { type Chains, type DisclosurePage, useExportDisclosures } from "./queries";
import type { Disclosure, DisclosureFilter, SourceProfile } from "./types";
import type { DisclosureView } from "./useDisclosureView";

/** The names of networks by id. */
export type Names = ReadonlyMap<string, string>;

/** Plain names for purposes that are technical terms in the log. */
const PURPOSES: Partial<Record<string, string>> = { head: "latest block", metadata: "token details" };

const Row = ({ row, names }: { row: Disclosure; names: Names }) => (
  <li>
    <span className={css.host}>{row.host}</span>
    <span className={css.two}>
      {row.told}
      <small>
        {row.wallet_address ? (
          <>
            <Address address={row.wallet_address} className={css.address} />
            {" · "}
          </>
        ) : null}
        {[sentenceCase(PURPOSES[row.purpose] ?? row.purpose), row.chain ? (names.get(row.chain) ?? row.chain) : ""]
          .filter(Boolean)
          .join(" · ")}
      </small>
    </span>
    <span className={css.when}>
      <span>{plural(row.count, "time")}</span>
      <span>
        <Ago at={row.last_on} />
      </span>
    </span>
  </li>
);

/** The requests to one provider, by host. */
const Group = ({ group: { name, rows }, names }: { group: ProviderGroup; names: Names }) => (
  <li>
    <h3>{name}</h3>
    <ul>
      {rows.map((row) => (
        <Row key={row.id} row={row} names={names} />
      ))}
    </ul>
  </li>
);

const Bones = () => (
  <ul className={css.disclosed} aria-busy="true">
    {[0, 1, 2, 3].map((i) => (
      <li key={i}>
        <Skeleton width={140} height={32} />
        <Skeleton width="80%" height={32} />
        <Skeleton width={60} height={32} />
      </li>
    ))}
  </ul>
);

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

interface EntriesProps {
  filter: DisclosureFilter;
  names: Names;
  groups: readonly ProviderGroup[];
  onClear: () => void;
}

/** The matching entries, or why there are none. */
function Entries({ filter, names, groups, onClear }: EntriesProps) {
  if (groups.length > 0)
    return (
      <ul className={css.groups} aria-label="Entries by provider">
        {groups.map((group) => (
          <Group key={group.name} group={group} names={names} />
        ))}
      </ul>
    );
  if (!isNarrowed(filter))
    return (
      <EmptyState icon="whale" title="No requests yet">
        Requests that contain your addresses appear here.
      </EmptyState>
    );
  return (
    <EmptyState icon="shield" title="No matching entries" actions={<Button onClick={onClear}>Clear all</Button>}>
      {filterWords(filter, names.get(filter.chain) ?? "")}
    </EmptyState>
  );
}

/** Says that a search was not sent because it may be the beginning of a recovery phrase. */
const NotSent = ({ onClear }: { onClear: () => void }) => (
  <EmptyState icon="shield" title="This search was not sent" actions={<Button onClick={onClear}>Clear search</Button>}>
    Six words or more may be the beginning of a recovery phrase. Search for fewer words.
  </EmptyState>
);

interface DisclosuresProps {
  /** The query of the shown entries. */
  disclosures: DisclosurePage;
  meant: DisclosureFilter;
  chains: Chains;
  /** The profiles of the sources, with their names. */
  profiles: readonly SourceProfile[];
  view: DisclosureView;
  onView: (change: Partial<DisclosureView>) => void;
  names: Names;
}

/** The request log: what each provider learned about the user's addresses, when and why. */
export function Disclosures({ disclosures, meant, chains, profiles, view, onView, names }: DisclosuresProps) {
  const { page, size } = view;
  const { error, refetch, isPlaceholderData } = disclosures;
  const isHeld = !maySearch(meant.search);
  const data = isHeld ? undefined : disclosures.data;
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
        <Button small icon="download" busy={isPending} disabled={total === 0} onClick={() => save(meant)}>
          Export CSV
        </Button>
      }
    >
      <Tools filter={view} names={names} onFilter={onView} />
      <NoNetworks chains={chains} />
      {isHeld ? <NotSent onClear={() => onView({ search: "" })} /> : null}
      {error && !data && !isHeld ? (
        <FailureNote title="Couldn't load the request log" failure={error} onRetry={() => void refetch()} />
      ) : null}
      {(!data && !error && !isHeld) || isBeyond ? <Bones /> : null}
      {data && !isBeyond ? (
        <Entries
          filter={meant}
          names={names}
          groups={byProvider(data.disclosures, profiles)}
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
