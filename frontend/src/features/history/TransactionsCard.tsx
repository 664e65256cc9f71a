import { Link } from "react-router";
import { slashedDate } from "../../format/day";
import { count } from "../../format/text";
import { clock, moment } from "../../format/time";
import { Address } from "../../ui/Address";
import { Card } from "../../ui/Card";
import { Icon } from "../../ui/Icon";
import { FailureNote } from "../../ui/Note";
import { isNothingAsked, missingWords, sinceWords } from "./coverage";
import { KindTile } from "./KindIcon";
import { kindDetail, kindName } from "./kinds";
import { LegLine } from "./LegLine";
import { firstLegs, legsOf, noLegsWords } from "./legs";
import { useRecent } from "./newestEntries";
import css from "./transactionsCard.module.css";
import type { HistoryCoverage, HistoryRow } from "./types";
import { Value } from "./Values";
import { partyName } from "./words";

interface RowProps {
  row: HistoryRow;
  currency: string;
  /** The path that opens the entry. */
  path: string;
}

/** One entry: when, what, between whom, how much. The whole row opens it. */
function Row({ row, currency, path }: RowProps) {
  const { from_wallet: from, to_wallet: to, account, timestamp } = row;
  const parties = from && to ? [from, to] : [from ?? to ?? account];
  const { shown, more } = firstLegs(row);
  return (
    <tr className={css.row}>
      <td>
        <time dateTime={timestamp} title={moment(timestamp)} className={css.two}>
          {slashedDate(timestamp)}
          <small>{clock(timestamp)}</small>
        </time>
      </td>
      <th scope="row">
        <span className={css.kind}>
          <KindTile
            kind={row.kind}
            isOwn={row.own_transfer}
            isFailed={row.failed}
            isWarned={row.decoding === "failed"}
          />
          <span className={css.two}>
            <Link to={path} className={css.open}>
              {kindName(row)}
              <span className="vh">, {moment(timestamp)}</span>
            </Link>
            <small title={kindDetail(row)}>{kindDetail(row)}</small>
          </span>
        </span>
      </th>
      <td className={css.parties}>
        <span>
          {parties.map((party, i) => (
            <span key={`${party.address} ${party.name}`}>
              {i > 0 ? <Icon name="right" size={12} /> : null}
              <bdi>
                <Address address={party.address} name={partyName(party)} />
              </bdi>
            </span>
          ))}
        </span>
      </td>
      <td className={css.legs}>
        {shown.length === 0 ? <span className={css.none}>{noLegsWords(row)}</span> : null}
        {shown.map(({ leg, sign }, i) => (
          <LegLine
            key={`${leg.role} ${leg.asset} ${leg.token_id}`}
            leg={leg}
            sign={sign}
            more={i === shown.length - 1 ? more : 0}
          />
        ))}
      </td>
      <td className={css.value}>
        <Value
          amount={row.value_then}
          currency={currency}
          label="Value then"
          reason={row.value_then_reason}
          isDue={legsOf(row).length > 0}
          room={14}
        />
      </td>
    </tr>
  );
}

interface TableProps extends Pick<TransactionsCardProps, "entryPath"> {
  rows: readonly HistoryRow[];
  currency: string;
}

function Table({ rows, currency, entryPath }: TableProps) {
  return (
    <table className={css.table}>
      <caption className="vh">Newest transactions</caption>
      <thead>
        <tr>
          <th scope="col">Date</th>
          <th scope="col">Kind</th>
          <th scope="col">From, to</th>
          <th scope="col">Amount</th>
          <th scope="col">Value then</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.entry} row={row} currency={currency} path={entryPath(row.entry)} />
        ))}
      </tbody>
    </table>
  );
}

interface TransactionsCardProps {
  /** The token of a share session; null on the person's own page. */
  visitor: string | null;
  /** The wallets that count; empty for all. */
  wallets: readonly string[];
  /** The path of Transaction history. */
  path: string;
  /** The path that opens an entry there. */
  entryPath: (entry: string) => string;
}

/** Since when the history is known, and what is missing of it. */
function Foot({ coverage }: { coverage: HistoryCoverage }) {
  const missing = missingWords(coverage);
  if (isNothingAsked(coverage)) return null;
  return (
    <p className={css.foot}>
      <Icon name="clock" size={16} />
      <span>
        <b>{sinceWords(coverage)}</b>
        {missing ? ` · ${missing}` : ""}
      </span>
    </p>
  );
}

/** The newest entries on Home. */
export function TransactionsCard({ visitor, wallets, path, entryPath }: TransactionsCardProps) {
  const { data, error, refetch } = useRecent(visitor, wallets);
  const rows = data?.results ?? [];
  return (
    <Card
      title={
        <>
          Transactions{" "}
          {data && rows.length > 0 ? <small className={css.note}>newest of {count(data.total_count)}</small> : null}
        </>
      }
      aside={
        <Link to={path} className={css.all}>
          See all
        </Link>
      }
    >
      {error && !data ? (
        <FailureNote title="Couldn't load your transactions" failure={error} onRetry={() => void refetch()} />
      ) : null}
      {!data && !error ? <div className={css.loading} aria-busy="true" /> : null}
      {data && rows.length === 0 ? <p className={css.empty}>No transactions found</p> : null}
      {data && rows.length > 0 ? <Table rows={rows} currency={data.currency_code} entryPath={entryPath} /> : null}
      {data ? <Foot coverage={data.coverage} /> : null}
    </Card>
  );
}
