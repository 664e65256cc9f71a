import type { KeyboardEvent } from "react";
import { Link } from "react-router";
import { slashedDate } from "../../format/day";
import { clock } from "../../format/time";
import { Button } from "../../ui/Button";
import { Skeleton } from "../../ui/Skeleton";
import { useNow } from "../../ui/useNow";
import css from "./cards.module.css";
import { daysOf } from "./days";
import { KindTile } from "./KindIcon";
import { LegAmount } from "./LegLine";
import { firstLegs, legsOf, noLegsWords } from "./legs";
import { hasMarks, Marks } from "./Marks";
import { feeProblem } from "./problem";
import type { HistoryRow } from "./types";
import { Value } from "./Values";
import { actWords, entriesWords, partyName } from "./words";

interface AmountsProps {
  row: HistoryRow;
  currency: string;
}

/** What came in over what went out; with a single amount, its value then below. */
function Amounts({ row, currency }: AmountsProps) {
  const { shown, more } = firstLegs(row);
  const [first, second] = shown.toReversed();
  if (!first)
    return (
      <span className={css.amounts}>
        <span className={css.none}>{noLegsWords(row)}</span>
        <FeeLine row={row} currency={currency} />
      </span>
    );
  return (
    <span className={css.amounts}>
      <LegAmount {...first} className={css.first} />
      <small>
        {second ? (
          <LegAmount {...second} />
        ) : (
          <Value
            amount={row.value_then}
            currency={currency}
            label="Value then"
            reason={row.value_then_reason}
            isDue={legsOf(row).length > 0}
          />
        )}
        {more > 0 ? ` +${more} more` : ""}
      </small>
    </span>
  );
}

function FeeLine({ row, currency }: AmountsProps) {
  const problem = feeProblem(row);
  if (row.fee_then === null && !problem) return null;
  return (
    <small>
      Fee <Value amount={row.fee_then} currency={currency} label="Fee then" isDue={false} problem={problem} />
    </small>
  );
}

interface CardProps extends AmountsProps {
  /** Whether the date stands in the card, because the entries are not in order of time. */
  hasDate: boolean;
  path: string;
  onOpen: () => void;
}

/** One entry as a card. The whole card opens it. */
function EntryCard({ row, currency, hasDate, path, onOpen }: CardProps) {
  const { cost_gap, timestamp, account, chain_name } = row;
  const isMarked = hasMarks(row);
  return (
    <li className={css.card}>
      <KindTile
        kind={row.kind}
        isOwn={row.own_transfer}
        isFailed={row.failed}
        isWarned={Boolean(cost_gap) || row.decoding === "failed"}
        size={36}
      />
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
        <bdi className={css.act} title={actWords(row)}>
          {actWords(row)}
        </bdi>
        <small className={css.where}>
          <span>{row.own_transfer ? chain_name : partyName(account)}</span>
          <time dateTime={timestamp}>
            {" · "}
            {hasDate ? `${slashedDate(timestamp)}, ` : ""}
            {clock(timestamp)}
          </time>
        </small>
      </Link>
      <Amounts row={row} currency={currency} />
      {isMarked ? (
        <span className={css.marks}>
          <Marks row={row} />
          {cost_gap ? (
            <Button tone="link" className={css.fix} aria-label={`Fix the cost of ${cost_gap.symbol}`} onClick={onOpen}>
              Fix
            </Button>
          ) : legsOf(row).length > 0 ? (
            <FeeLine row={row} currency={currency} />
          ) : null}
        </span>
      ) : null}
    </li>
  );
}

/** Moves the focus to the entry above or below. */
function moveByArrow(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>("a")];
  const at = document.activeElement instanceof HTMLElement ? links.indexOf(document.activeElement) : -1;
  const next = step === undefined || at < 0 ? undefined : links[at + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

interface CardsProps {
  rows: readonly HistoryRow[];
  currency: string;
  /** Whether the entries are in order of time, so that days can be headings. */
  isByTime: boolean;
  isFirstPage: boolean;
  isLastPage: boolean;
  isStale: boolean;
  onEntry: (entry: string) => void;
  entryPath: (entry: string) => string;
}

/** The entries as cards, with days as headings. */
export function Cards({ rows, currency, isByTime, isFirstPage, isLastPage, isStale, ...open }: CardsProps) {
  const now = useNow();
  const cards = (of: readonly HistoryRow[]) => (
    <ul className={css.group}>
      {of.map((row) => (
        <EntryCard
          key={row.entry}
          row={row}
          currency={currency}
          hasDate={!isByTime}
          path={open.entryPath(row.entry)}
          onOpen={() => open.onEntry(row.entry)}
        />
      ))}
    </ul>
  );
  const days = daysOf(rows, now, { isFirst: isFirstPage, isLast: isLastPage });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links inside have the focus, and the events bubble here
    <div
      className={css.days}
      data-stale={isStale || undefined}
      aria-busy={isStale || undefined}
      onKeyDown={moveByArrow}
    >
      {isByTime
        ? days.map(({ id, heading, rows: of, isWhole }) => (
            <section key={id} aria-label={heading}>
              <h2 className={css.day}>
                {heading}
                {isWhole ? <span>{entriesWords(of.length)}</span> : null}
              </h2>
              {cards(of)}
            </section>
          ))
        : cards(rows)}
    </div>
  );
}

const WIDTHS = [148, 122, 164, 134, 156, 118, 170, 140, 126, 152] as const;

/** Ten cards, while the first entries are loading. */
export const CardsSkeleton = () => (
  <div className={css.days} aria-busy="true">
    <ul className={css.group}>
      {WIDTHS.map((width) => (
        <li key={width} className={css.card}>
          <Skeleton width={36} height={36} />
          <span className={css.open}>
            <Skeleton width={width} height={13} />
            <Skeleton width={width * 0.7} height={11} />
          </span>
          <span className={css.amounts}>
            <Skeleton width={88} height={13} />
            <Skeleton width={64} height={11} />
          </span>
        </li>
      ))}
    </ul>
  </div>
);
