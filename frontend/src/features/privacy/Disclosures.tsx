import { useState } from "react";
import { plural } from "../../format/text";
import { Card } from "../../ui/Card";
import { Find } from "../../ui/Find";
import { Empty, FailureNote } from "../../ui/Note";
import { nearestPage, Pages } from "../../ui/Pages";
import { Bone } from "../../ui/Skeleton";
import { Ago } from "../../ui/Time";
import css from "./privacy.module.css";
import { type Disclosure, PAGE, useDisclosures } from "./queries";

const Row = ({ row }: { row: Disclosure }) => (
  <li>
    <span className={css.two}>
      {row.provider}
      <small>{row.host}</small>
    </span>
    <span className={css.two}>
      {row.told}
      <small>{row.purpose}</small>
    </span>
    <span className={css.when}>
      {plural(row.count, "time")}
      <br />
      <Ago at={row.last_on} />
    </span>
  </li>
);

const Bones = () => (
  <ul className={css.told} aria-busy="true">
    {[0, 1, 2, 3].map((i) => (
      <li key={i}>
        <Bone width={140} height={32} />
        <Bone width="80%" height={32} />
        <Bone width={60} height={32} />
      </li>
    ))}
  </ul>
);

/** Who was told what about this person's addresses, when and why. */
export function Disclosures() {
  const [search, setSearch] = useState("");
  const [page, setPage] = useState(0);
  const { data, error, refetch } = useDisclosures(search.trim(), page, true);
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / PAGE));
  const find = (text: string) => {
    setSearch(text);
    setPage(0);
  };
  return (
    <Card
      title="Who was told what"
      aside={<Find value={search} label="Find a provider" onChange={find} className={css.find} />}
    >
      {data?.own_nodes_only ? (
        <p className={css.note}>
          Your privacy is protected. No third party will know which wallet addresses you added: only your own nodes are
          asked.
        </p>
      ) : null}
      {error && !data ? (
        <FailureNote title="The privacy ledger could not be read" failure={error} onRetry={() => void refetch()} />
      ) : null}
      {!data && !error ? <Bones /> : null}
      {data && data.disclosures.length === 0 ? (
        <Empty icon="shield" title={search ? "No provider matches" : "Nobody was told anything"}>
          {search
            ? `No entry names “${search}”.`
            : "As soon as a provider is told one of your addresses, it is written here."}
        </Empty>
      ) : null}
      {data && data.disclosures.length > 0 ? (
        <ul className={css.told}>
          {data.disclosures.map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </ul>
      ) : null}
      {pages > 1 ? (
        <div className={css.foot}>
          <Pages page={nearestPage(page, pages)} pages={pages} onPage={setPage} />
        </div>
      ) : null}
    </Card>
  );
}
