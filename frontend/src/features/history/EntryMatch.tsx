import { clockAndDate, clockSeconds, date, moment } from "../../format/time";
import { Button } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { InlineFailure } from "../../ui/Note";
import { useToast } from "../../ui/toasts";
import { EntrySection } from "./EntrySection";
import css from "./entry.module.css";
import own from "./entryMatch.module.css";
import { LegAmount } from "./LegLine";
import { firstLegs } from "./legs";
import { useMatch } from "./mutations";
import type { HistoryRow, MatchedRows } from "./types";
import { Value } from "./Values";
import { useVisitor } from "./visitor";
import { candidatesWords, partyName } from "./words";

interface SideProps {
  row: HistoryRow;
  /** The other side; the date is left out if it is the same. */
  beside?: HistoryRow;
}

const whenWords = (at: string, other: string | undefined): string =>
  other !== undefined && date(at) === date(other) ? clockSeconds(at) : clockAndDate(at);

/** One side of a match: whose account, on which network, when. */
const Side = ({ row, beside }: SideProps) => (
  <span className={own.matchSide}>
    <b>
      <bdi>{partyName(row.account)}</bdi>
    </b>
    <small title={moment(row.timestamp)}>
      {row.chain_name}, {whenWords(row.timestamp, beside?.timestamp)}
    </small>
  </span>
);

/** The two sides in the order in which they happened. */
function Sides({ row, other }: { row: HistoryRow; other: HistoryRow }) {
  const [first, second] = Date.parse(row.timestamp) <= Date.parse(other.timestamp) ? [row, other] : [other, row];
  return (
    <div className={own.sides}>
      <Side row={first} beside={second} />
      <Icon name="link" />
      <Side row={second} beside={first} />
    </div>
  );
}

interface OtherFeeProps {
  other: HistoryRow;
  currency: string;
}

/** The fee that the other side paid for its own transaction, which the amounts of the entry do not contain. */
function OtherFee({ other: { fee, chain_name }, currency }: OtherFeeProps) {
  if (!fee) return null;
  return (
    <p className={`${css.text} ${own.otherFee}`}>
      <span>Fee on {chain_name}</span>
      <LegAmount leg={fee} sign="none" isFull />
      <Value
        amount={fee.value_then}
        currency={currency}
        label={`Fee on ${chain_name}, value then`}
        reason={fee.reason}
        isDue
      />
    </p>
  );
}

interface CandidateProps {
  row: HistoryRow;
  onChoose: () => void;
}

const Candidate = ({ row, onChoose }: CandidateProps) => (
  <li>
    <Side row={row} />
    <span className={own.candidateLegs}>
      {firstLegs(row).shown.map((shown) => (
        <LegAmount key={`${shown.leg.role} ${shown.leg.asset}`} {...shown} />
      ))}
    </span>
    <Button
      small
      aria-label={`Match with ${partyName(row.account)}, ${clockAndDate(row.timestamp)}`}
      onClick={onChoose}
    >
      Match
    </Button>
  </li>
);

interface EntryMatchProps {
  row: HistoryRow;
  match: MatchedRows;
  currency: string;
}

/** The other side of a transfer between the user's accounts: matched, undone, or to be chosen. */
export function EntryMatch({ row, match, currency }: EntryMatchProps) {
  const { mutate, error } = useMatch(row.entry);
  const visitor = useVisitor();
  const toast = useToast();
  const { state, other, reason, candidates } = match;
  const unmatch = (id: string) => {
    mutate({ other: id, isMatch: false });
    toast({ text: "Transfers not matched", undo: () => mutate({ other: id, isMatch: true }) });
  };
  const choose = (id: string) => {
    mutate({ other: id, isMatch: true });
    toast({ text: "Transfers matched", undo: () => mutate({ other: id, isMatch: false }) });
  };
  const failure = error ? <InlineFailure>{error.message}</InlineFailure> : null;
  if (state === "matched" && other)
    return (
      <EntrySection
        title="Matched transfer"
        side={
          visitor ? null : (
            <Button tone="link" aria-label="Undo the match" onClick={() => unmatch(other.entry)}>
              Undo
            </Button>
          )
        }
      >
        <Sides row={row} other={other} />
        <OtherFee other={other} currency={currency} />
        {reason ? <p className={css.text}>{reason}</p> : null}
        {failure}
      </EntrySection>
    );
  if (state === "unmatched_by_you" && other)
    return (
      <EntrySection title="Matched transfer" side={<span className={css.quiet}>Not matched</span>}>
        <p className={css.text}>
          You undid this match. Both sides count as separate transfers.{" "}
          <Button tone="link" onClick={() => choose(other.entry)}>
            Match again
          </Button>
        </p>
        {failure}
      </EntrySection>
    );
  if (candidates.length > 0)
    return (
      <EntrySection title="Matching transfer" side={<span className={css.quiet}>Not matched</span>}>
        <p className={css.text}>{candidatesWords(candidates.length)} Until then nothing counts as matched.</p>
        <ul className={own.candidates}>
          {candidates.map((candidate) => (
            <Candidate key={candidate.entry} row={candidate} onChoose={() => choose(candidate.entry)} />
          ))}
        </ul>
        {reason ? <p className={css.text}>{reason}</p> : null}
        {failure}
      </EntrySection>
    );
  return reason ? (
    <EntrySection title="Matching transfer">
      <p className={css.text}>{reason}</p>
    </EntrySection>
  ) : null;
}
