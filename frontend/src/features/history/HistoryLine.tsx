import { Link } from "react-router";
import { slashedDate } from "../../format/day";
import { clock, moment } from "../../format/time";
import { Address } from "../../ui/Address";
import { Button } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { KindTile } from "./KindIcon";
import { kindDetail, kindName } from "./kinds";
import { LegLine } from "./LegLine";
import { firstLegs, noLegsWords } from "./legs";
import { hasMarks, Marks } from "./Marks";
import css from "./table.module.css";
import type { HistoryRow, Party, SortKey } from "./types";
import { ValueCells } from "./ValueCells";
import { partyName } from "./words";

/** The time; with the date where days are no groups. */
const When = ({ at, hasDate }: { at: string; hasDate: boolean }) => (
  <time dateTime={at} title={moment(at)} className={css.two}>
    {hasDate ? slashedDate(at) : clock(at)}
    {hasDate ? <small>{clock(at)}</small> : null}
  </time>
);

/** The kind over its networks, finer kind and protocol. */
function KindCell({ row }: { row: HistoryRow }) {
  const detail = kindDetail(row);
  return (
    <div className={css.kind}>
      <KindTile
        kind={row.kind}
        isOwn={row.own_transfer}
        isFailed={row.failed}
        isWarned={Boolean(row.cost_gap) || row.decoding === "failed"}
      />
      <span className={css.two}>
        <b>{kindName(row)}</b>
        <small title={detail}>{detail}</small>
      </span>
    </div>
  );
}

const PartyName = ({ party }: { party: Party }) => (
  <bdi className={css.party}>
    <Address address={party.address} name={partyName(party)} />
  </bdi>
);

/** From whom to whom; where only one side is known, that one. */
function Parties({ row: { from_wallet: from, to_wallet: to, account } }: { row: HistoryRow }) {
  const [first, second] = from ? [from, to] : [to ?? account, null];
  return (
    <>
      <PartyName party={first} />
      {second ? (
        <>
          <Icon name="right" size={12} />
          <span className="vh"> to </span>
          <PartyName party={second} />
        </>
      ) : null}
    </>
  );
}

function Legs({ row }: { row: HistoryRow }) {
  const { shown, more } = firstLegs(row);
  if (shown.length === 0) return <span className={css.none}>{noLegsWords(row)}</span>;
  return shown.map(({ leg, sign }, i) => (
    <LegLine
      key={`${leg.role} ${leg.asset} ${leg.token_id}`}
      leg={leg}
      sign={sign}
      more={i === shown.length - 1 ? more : 0}
    />
  ));
}

/** What a person should know about an entry, below its parties; nothing where there is nothing to know. */
function SecondLine({ row, isNarrow, onOpen }: Pick<HistoryLineProps, "row" | "isNarrow" | "onOpen">) {
  const { cost_gap } = row;
  if (!hasMarks(row, true)) return null;
  return (
    <span className={css.second}>
      <Marks row={row} isShort={isNarrow} isTable />
      {cost_gap ? (
        <Button tone="link" className={css.fix} aria-label={`Fix the cost of ${cost_gap.symbol}`} onClick={onOpen}>
          Fix
        </Button>
      ) : null}
    </span>
  );
}

interface HistoryLineProps {
  row: HistoryRow;
  currency: string;
  sort: SortKey;
  /** Whether the table has little room. */
  isNarrow: boolean;
  isOpen: boolean;
  /** The URL that opens the entry. */
  path: string;
  onOpen: () => void;
}

/** One entry as a row. The whole row opens it. */
export function HistoryLine({ row, currency, sort, isNarrow, isOpen, path, onOpen }: HistoryLineProps) {
  return (
    <tr className={css.row} data-open={isOpen || undefined} data-entry={row.entry}>
      <td>
        <When at={row.timestamp} hasDate={sort !== "time"} />
      </td>
      <td>
        <KindCell row={row} />
      </td>
      <th scope="row">
        <span className={css.words}>
          <Link
            to={path}
            className={css.open}
            preventScrollReset
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return;
              event.preventDefault();
              onOpen();
            }}
          >
            <Parties row={row} />
            <span className="vh">
              , {kindName(row)}, {moment(row.timestamp)}
            </span>
          </Link>
          <SecondLine row={row} isNarrow={isNarrow} onOpen={onOpen} />
        </span>
      </th>
      <td>
        <Legs row={row} />
      </td>
      <ValueCells row={row} currency={currency} isSorted={sort === "usd_value"} />
      <td className={css.chevron}>
        <Icon name="right" size={14} />
      </td>
    </tr>
  );
}
