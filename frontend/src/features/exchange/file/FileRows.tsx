import { useState } from "react";
import { MASK, useAmountText } from "../../../format/amounts";
import { count } from "../../../format/text";
import { clockAndDate, moment } from "../../../format/time";
import { Icon } from "../../../ui/Icon";
import { RadioGroup } from "../../../ui/RadioGroup";
import { useShowMore } from "../../../ui/useShowMore";
import type { ExchangeFileAmount, ExchangeFilePreview, ExchangeFileRow, FileRowStatus } from "../types";
import css from "./fileRows.module.css";
import { countsOf, rowCount, rowsWith, STATUSES, statusOf, WORDS } from "./rows";

/** The rows before the button that shows the others. */
const FIRST = 10;

/** `+0.0015 BTC`, `Fee 0.13 EUR`. */
function Amount({ amount, symbol, is_fee }: ExchangeFileAmount) {
  const text = useAmountText();
  const isNegative = amount.startsWith("-");
  const shown = text.shortQuantity(amount.replace(/^-/, ""));
  // A hidden amount does not say either whether something arrived.
  const sign = shown === MASK ? "" : is_fee ? (isNegative ? "" : "+") : isNegative ? "\u2212" : "+";
  return (
    <span className={css.amount} data-fee={is_fee || undefined} title={text.raw(amount)}>
      {is_fee ? "Fee " : ""}
      {sign}
      {shown} <bdi>{symbol}</bdi>
    </span>
  );
}

const Amounts = ({ amounts }: { amounts: readonly ExchangeFileAmount[] }) =>
  amounts.map((one, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a row may have the same amount twice, and never changes
    <Amount key={i} {...one} />
  ));

const Status = ({ status }: { status: FileRowStatus }) => {
  const { label, icon, tone } = WORDS[status];
  return (
    <span className={css.status} data-tone={tone}>
      <Icon name={icon} size={14} />
      {label}
    </span>
  );
};

const When = ({ at }: { at: string }) => (
  <time dateTime={at} title={moment(at)}>
    {clockAndDate(at)}
  </time>
);

/** A row of the file; on phones its place and its status are below. Why it cannot be read takes the room of its amounts. */
function Row({ row, status }: { row: ExchangeFileRow; status: FileRowStatus }) {
  const { line, timestamp, words, amounts, reason } = row;
  return (
    <tr data-status={status}>
      <td className={css.line}>{count(line)}</td>
      <td className={css.time}>{timestamp === null ? null : <When at={timestamp} />}</td>
      <th scope="row" colSpan={reason === null ? 1 : 2}>
        <span className={reason === null ? css.words : css.why}>{reason ?? words ?? "–"}</span>
        <small>
          Line {count(line)}
          {timestamp === null ? null : (
            <>
              {" · "}
              <When at={timestamp} />
            </>
          )}
          {reason === null ? null : ` · ${WORDS[status].label}`}
        </small>
      </th>
      {reason === null ? (
        <td className={css.amounts}>
          <Amounts amounts={amounts} />
          <small>
            <Status status={status} />
          </small>
        </td>
      ) : null}
      <td className={css.state}>
        <Status status={status} />
      </td>
    </tr>
  );
}

const Table = ({ rows, isCountingUnlisted }: { rows: readonly ExchangeFileRow[]; isCountingUnlisted: boolean }) => (
  <table className={css.table} aria-label="Rows of the file">
    <thead>
      <tr>
        <th scope="col" className={css.line}>
          Line
        </th>
        <th scope="col" className={css.time}>
          Time
        </th>
        <th scope="col">Event</th>
        <th scope="col" className={css.amounts}>
          Change
        </th>
        <th scope="col" className={css.state}>
          Status
        </th>
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <Row key={row.line} row={row} status={statusOf(row, isCountingUnlisted)} />
      ))}
    </tbody>
  </table>
);

/** The rows of one status, or all. */
function Shown({ rows, isCountingUnlisted }: { rows: readonly ExchangeFileRow[]; isCountingUnlisted: boolean }) {
  const [shown, more] = useShowMore(rows, FIRST);
  return (
    <>
      <Table rows={shown} isCountingUnlisted={isCountingUnlisted} />
      {more ? <p className={css.more}>{more}</p> : null}
    </>
  );
}

interface FileRowsProps {
  preview: ExchangeFilePreview;
  isCountingUnlisted: boolean;
}

/** The rows of a file with what would become of each, and the filter by status. */
export function FileRows({ preview, isCountingUnlisted }: FileRowsProps) {
  const [only, setOnly] = useState<FileRowStatus | null>(null);
  const counts = countsOf(preview);
  const kinds = STATUSES.filter((status) => counts[status] > 0);
  const rows = rowsWith(preview, only);
  const all = only === null ? rowCount(preview) : counts[only];
  return (
    <div className={css.rows}>
      <RadioGroup
        all={rowCount(preview)}
        kinds={kinds.map((key) => ({ key, label: WORDS[key].label, rows: counts[key] }))}
        chosen={only}
        onChoose={setOnly}
        className={css.filter}
      />
      <Shown key={only} rows={rows} isCountingUnlisted={isCountingUnlisted} />
      {rows.length < all ? (
        <p className={css.note}>
          {count(rows.length)} of {count(all)} rows are shown here. All of them are imported.
        </p>
      ) : null}
    </div>
  );
}
