import { Link } from "react-router";
import { slashedDate } from "../../format/day";
import { count } from "../../format/text";
import { moment } from "../../format/time";
import { Card } from "../../ui/Card";
import { FailureNote } from "../../ui/Note";
import { Skeleton } from "../../ui/Skeleton";
import css from "./accountEntries.module.css";
import { KindTile } from "./KindIcon";
import { kindName } from "./kinds";
import { LegAmount } from "./LegLine";
import { firstLegs, legsOf, noLegsWords, type ShownLeg } from "./legs";
import { Marks } from "./Marks";
import { useRecent } from "./newestEntries";
import type { HistoryRow } from "./types";
import { Value } from "./Values";
import { counterpartyOf, partyName } from "./words";

/** How many entries are listed. */
const SHOWN = 5;

/** The account or party on the other side, where one is known: `from Savings`. */
function Side({ row }: { row: HistoryRow }) {
  const { from_wallet: from, to_wallet: to, account } = row;
  const other = counterpartyOf(row) ?? [to, from].find((party) => party && party.address !== account.address);
  if (!other) return null;
  return (
    <>
      {other === from ? "from " : "to "}
      <bdi>{partyName(other)}</bdi>
    </>
  );
}

const Amount = ({ leg }: Pick<ShownLeg, "leg">) => <LegAmount leg={leg} sign="none" />;

/** `Swap 249.70 EUR for 0.1228 ETH`, `Received 2,150.00 USDT from Savings`. */
function Act({ row }: { row: HistoryRow }) {
  const { shown, more } = firstLegs(row);
  const [first, second] = shown;
  if (!first) return <small>{noLegsWords(row)}</small>;
  const isExchanged = second && first.sign !== second.sign;
  return (
    <>
      <Amount leg={first.leg} />{" "}
      <small>
        {second ? (
          <>
            {isExchanged ? "for " : "and "}
            <Amount leg={second.leg} />
          </>
        ) : null}
        {more > 0 ? ` +${count(more)} more` : ""}
        {second ? null : <Side row={row} />}
      </small>
    </>
  );
}

interface RowProps {
  row: HistoryRow;
  currency: string;
  path: string;
}

/** One entry: when, what moved for what, its fee and its value then. The whole row opens it. */
function Row({ row, currency, path }: RowProps) {
  const { timestamp, fee, fee_then } = row;
  return (
    <li>
      <time dateTime={timestamp} title={moment(timestamp)}>
        {slashedDate(timestamp)}
      </time>
      <KindTile kind={row.kind} isOwn={row.own_transfer} isFailed={row.failed} isWarned={row.decoding === "failed"} />
      <span className={css.act}>
        <Link to={path} className={css.open}>
          {kindName(row)}
          <span className="vh">, {moment(timestamp)}</span>
        </Link>{" "}
        <Act row={row} /> <Marks row={row} isShort />
      </span>
      <span className={css.fee}>
        {fee ? (
          <>
            Fee <Value amount={fee_then} currency={currency} label="Fee then" reason={fee.reason} isDue />
          </>
        ) : null}
      </span>
      <span className={css.value}>
        <Value
          amount={row.value_then}
          currency={currency}
          label="Value then"
          reason={row.value_then_reason}
          isDue={legsOf(row).length > 0}
        />
      </span>
    </li>
  );
}

const Bones = () => (
  <div className={css.bones} aria-busy="true">
    {Array.from({ length: SHOWN }, (_, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the rows have nothing else
      <Skeleton key={i} width="100%" height={24} />
    ))}
  </div>
);

interface AccountEntriesProps {
  address: string;
  /** The path of its entries in Transaction history. */
  path: string;
  /** The path that opens an entry there. */
  entryPath: (entry: string) => string;
}

/** The newest entries of an account. Left out where there are none. */
export function AccountEntries({ address, path, entryPath }: AccountEntriesProps) {
  const { data, error, refetch } = useRecent(null, [address], SHOWN);
  if (data && data.results.length === 0) return null;
  return (
    <Card
      title={
        <>Latest entries {data ? <small className={css.note}>newest of {count(data.total_count)}</small> : null}</>
      }
      aside={
        <Link to={path} className={css.all}>
          Open its transactions
        </Link>
      }
    >
      {!data && error ? (
        <FailureNote title="Couldn't load its entries" failure={error} onRetry={() => void refetch()} />
      ) : null}
      {!data && !error ? <Bones /> : null}
      {data ? (
        <ul className={css.rows}>
          {data.results.map((row) => (
            <Row key={row.entry} row={row} currency={data.currency_code} path={entryPath(row.entry)} />
          ))}
        </ul>
      ) : null}
    </Card>
  );
}
