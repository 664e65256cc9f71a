import { plural } from "../../format/text";
import { Address } from "../../ui/Address";
import { Button } from "../../ui/Button";
import { EmptyState } from "../../ui/Note";
import { Skeleton } from "../../ui/Skeleton";
import { Ago } from "../../ui/Time";
import { filterWords, isNarrowed } from "./filter";
import { type ProviderGroup, sentenceCase } from "./groups";
import css from "./privacy.module.css";
import type { Disclosure, DisclosureFilter } from "./types";

/** The names of networks by id. */
export type Names = ReadonlyMap<string, string>;

const Row = ({ row, names }: { row: Disclosure; names: Names }) => (
  <li>
    <span className={css.host}>{row.host}</span>
    <span className={css.two}>
      {row.disclosed}
      <small>
        {row.wallet_address ? (
          <>
            <Address address={row.wallet_address} className={css.address} />
            {" · "}
          </>
        ) : null}
        {[sentenceCase(row.purpose), row.chain ? (names.get(row.chain) ?? row.chain) : ""].filter(Boolean).join(" · ")}
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

/** The skeleton of the entries. */
export const EntriesSkeleton = () => (
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

interface EntriesProps {
  filter: DisclosureFilter;
  names: Names;
  groups: readonly ProviderGroup[];
  /** Whether the data is invented, so that no request is made. */
  isDemo: boolean;
  onClear: () => void;
}

/** The matching entries, or why there are none. */
export function Entries({ filter, names, groups, isDemo, onClear }: EntriesProps) {
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
      <EmptyState icon="whale" title={isDemo ? "No requests in the demo" : "No requests yet"}>
        {isDemo
          ? "The demo data is on this server, so no provider sees your addresses. With live data, every request is listed here."
          : "Requests that contain your addresses appear here."}
      </EmptyState>
    );
  return (
    <EmptyState icon="shield" title="No matching entries" actions={<Button onClick={onClear}>Clear all</Button>}>
      {filterWords(filter, names.get(filter.chain) ?? "")}
    </EmptyState>
  );
}

/** Says that a search was not sent because it may be the beginning of a recovery phrase. */
export const NotSent = ({ onClear }: { onClear: () => void }) => (
  <EmptyState icon="shield" title="This search was not sent" actions={<Button onClick={onClear}>Clear search</Button>}>
    Six words or more may be the beginning of a recovery phrase. Search for fewer words.
  </EmptyState>
);
