import { Link } from "react-router";
import { slashedDate } from "../../format/day";
import { ago, clock, isWithinDay, moment } from "../../format/time";
import { Address } from "../../ui/Address";
import { Button } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { useNow } from "../../ui/useNow";
import { KindTile } from "./KindIcon";
import { LegLine } from "./LegLine";
import { firstLegs, legsOf, noLegsWords } from "./legs";
import { hasMarks, Marks } from "./Marks";
import { feeProblem } from "./problem";
import css from "./table.module.css";
import type { HistoryRow, Party, SortKey } from "./types";
import { Value } from "./Values";
import { kindWords, partyName } from "./words";

/** Date and time, and the age within a day. */
function When({ at }: { at: string }) {
  const now = useNow();
  return (
    <time dateTime={at} title={moment(at)} className={css.two}>
      {slashedDate(at)}
      <small>
        {clock(at)}
        {isWithinDay(at, now) ? <span className={css.age}> · {ago(at, now)}</span> : null}
      </small>
    </time>
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

export interface HistoryLineProps {
  row: HistoryRow;
  currency: string;
  sort: SortKey;
  /** Whether amounts of then and today share a column. */
  isNarrow: boolean;
  isOpen: boolean;
  /** The URL that opens the entry. */
  path: string;
  onOpen: () => void;
}

/** The values of then and today, each in its own cell or both in one. */
function Values({ row, currency, sort, isNarrow }: Pick<HistoryLineProps, "row" | "currency" | "sort" | "isNarrow">) {
  const hasLegs = legsOf(row).length > 0;
  const hasFee = row.fee !== null;
  const value = { currency, isDue: hasLegs, room: 14 };
  const fee = {
    currency,
    isDue: hasFee,
    reason: row.fee?.reason,
    noneWords: "No fee is known",
    problem: feeProblem(row),
    room: 10,
  };
  const cells = [
    <Value key="value" {...value} amount={row.value_then} reason={row.value_then_reason} label="Value then" />,
    <Value key="today" {...value} amount={row.value_today} reason={row.value_today_reason} label="Value today" />,
    <Value key="fee" {...fee} amount={row.fee_then} label="Fee then" />,
    <Value key="fee today" {...fee} amount={row.fee_today} label="Fee today" />,
  ];
  const isSorted = sort === "usd_value" || undefined;
  if (!isNarrow)
    return cells.map((cell, i) => (
      <td key={cell.key} className={i % 2 === 0 ? css.then : css.today} data-sorted={i < 2 ? isSorted : undefined}>
        {cell}
      </td>
    ));
  return [0, 2].map((i) => (
    <td key={i} className={css.then} data-sorted={i === 0 ? isSorted : undefined}>
      {cells[i]}
      <small>{cells[i + 1]}</small>
    </td>
  ));
}

/** One entry as a row. The whole row opens it. */
export function HistoryLine({ row, isOpen, path, onOpen, ...rest }: HistoryLineProps) {
  const { cost_gap, sort } = { ...row, ...rest };
  const isSorted = (...keys: SortKey[]) => keys.includes(sort) || undefined;
  const kind = kindWords(row);
  const place = `${kind} · ${row.chain_name}`;
  return (
    <tr className={css.row} data-open={isOpen || undefined} data-entry={row.entry}>
      <td data-sorted={isSorted("time")}>
        <When at={row.timestamp} />
      </td>
      <th scope="row" data-sorted={isSorted("from", "to")}>
        <div className={css.act}>
          <KindTile
            kind={row.kind}
            isOwn={row.own_transfer}
            isFailed={row.failed}
            isWarned={Boolean(cost_gap) || row.decoding === "failed"}
          />
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
                , {row.kind_name}, {moment(row.timestamp)}
              </span>
            </Link>
            <span className={css.second}>
              <small title={place}>{rest.isNarrow && hasMarks(row) ? kind : place}</small>
              <Marks row={row} isShort={rest.isNarrow} />
              {cost_gap ? (
                <Button
                  tone="link"
                  className={css.fix}
                  aria-label={`Fix the cost of ${cost_gap.symbol}`}
                  onClick={onOpen}
                >
                  Fix
                </Button>
              ) : null}
            </span>
          </span>
        </div>
      </th>
      <td data-sorted={isSorted("asset")}>
        <Legs row={row} />
      </td>
      <Values row={row} {...rest} />
      <td data-sorted={isSorted("method")}>
        <span className={css.method}>{row.method_name}</span>
      </td>
    </tr>
  );
}
