import { Link } from "react-router";
import { useAmountText } from "../../format/amounts";
import { count, plural } from "../../format/text";
import { date, moment } from "../../format/time";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Icon } from "../../ui/Icon";
import { Meter } from "../../ui/Meter";
import { InlineFailure } from "../../ui/Note";
import { Skeleton } from "../../ui/Skeleton";
import { Until } from "../../ui/Time";
import { useShowMore } from "../../ui/useShowMore";
import { type HistoryQuery, isBeingRead, type KnownHistory, problemOf, rowWords } from "./history";
import css from "./historyCard.module.css";
import type { AccountHistory, Difference, HistoryGap } from "./types";

/** The balances before the button that shows the others. */
const FIRST = 3;

/** The state in a word or a percentage. */
function State({ progress }: { progress: AccountHistory | null }) {
  const problem = problemOf(progress);
  if (problem)
    return (
      <span className={css.state} data-tone="warn">
        <Icon name="alert" size={14} />
        {problem}
      </span>
    );
  if (progress?.state === "whole")
    return (
      <span className={css.state} data-tone="good">
        <Icon name="check" size={14} />
        All read
      </span>
    );
  return <span className={css.state}>{progress?.state === "reading" ? "Reading" : "Waiting"}</span>;
}

/** Since when the history is known, and the number of its rows. */
function Since({ progress }: { progress: AccountHistory | null }) {
  if (!progress || (progress.facts === 0 && isBeingRead(progress)))
    return <p>{progress?.state === "reading" ? "The first rows are being read." : "It is read next."}</p>;
  const { state, oldest, facts, total } = progress;
  if (state === "reading")
    return (
      <>
        <p>
          <b>{rowWords(progress)} read</b>
          {oldest ? ` · back to ${date(oldest)}` : ""}
        </p>
        {total ? <Meter part={facts / total} /> : null}
      </>
    );
  if (oldest === null) return <p>{state === "whole" ? "Nothing has happened in this account." : "No row is known."}</p>;
  return (
    <p>
      <b title={moment(oldest)}>Known since {date(oldest)}</b> · {plural(facts, "row")}
    </p>
  );
}

interface ReasonProps extends Pick<HistoryQuery, "onReadAll" | "isLifting"> {
  progress: AccountHistory;
}

/** Why reading stopped, and the next step. */
function Reason({ progress, onReadAll, isLifting }: ReasonProps) {
  const { state, error, next_attempt, cap } = progress;
  if (state === "capped")
    return (
      <p>
        {cap === null ? "Older rows are not read. " : `Only the newest ${count(cap)} rows are read. `}
        <Button tone="link" small busy={isLifting} onClick={onReadAll}>
          Read all
        </Button>
      </p>
    );
  if (state !== "failed" && state !== "not_read" && error === null) return null;
  return (
    <p>
      {error ?? "The exchange did not answer."}
      {next_attempt ? (
        <>
          {" Retries "}
          <Until at={next_attempt} />.
        </>
      ) : null}
    </p>
  );
}

/** The gaps that a file of the exchange closes: of times that the key does not read. */
const CLOSED_BY_FILES: readonly string[] = ["window", "retention"];

interface GapsProps {
  gaps: readonly HistoryGap[];
  onImport: (() => void) | null;
}

const Gaps = ({ gaps, onImport }: GapsProps) => (
  <>
    <p className={css.title}>{plural(gaps.length, "gap")}. Figures leave these out. Nothing is guessed.</p>
    <ul>
      {gaps.map(({ kind, text, remedy }) => (
        <li key={`${kind} ${text}`} className={css.gap}>
          <span>{text}</span>
          {remedy ? <small>{remedy}</small> : null}
          {onImport && CLOSED_BY_FILES.includes(kind) ? (
            <Button tone="link" small onClick={onImport}>
              Import CSV
            </Button>
          ) : null}
        </li>
      ))}
    </ul>
  </>
);

/** `0.41 ETH more than its rows give`. */
function DifferenceWords({ difference, symbol }: Difference) {
  const text = useAmountText();
  if (difference === null)
    return (
      <>
        <bdi>{symbol}</bdi>, by an unknown amount
      </>
    );
  const size = difference.replace(/^-/, "");
  return (
    <span title={text.raw(size)}>
      {text.shortQuantity(size)} <bdi>{symbol}</bdi> {size === difference ? "more" : "less"} than its rows give
    </span>
  );
}

function Differences({ differences }: { differences: readonly Difference[] }) {
  const [shown, more] = useShowMore(differences, FIRST);
  return (
    <>
      <p className={css.title}>
        {plural(differences.length, "balance differs", "balances differ")} from the history.{" "}
        <Link to="/health">See Data health</Link>
      </p>
      <ul>
        {shown.map((one) => (
          <li key={one.asset}>
            <b>
              <DifferenceWords {...one} />
            </b>
            <small>
              {one.cause_text} {one.remedy}
            </small>
          </li>
        ))}
      </ul>
      {more}
    </>
  );
}

/** Whether the rows add up to the balances, once all of them are read. */
function AddsUp({ progress, differences }: KnownHistory) {
  // Without rows every balance differs, and saying so for each of them says nothing.
  if (!progress || progress.state === "no_source" || isBeingRead(progress) || !differences) return null;
  if (differences.length > 0) return <Differences differences={differences} />;
  return progress.state === "whole" && progress.facts > 0 ? <p>The rows add up to the balances.</p> : null;
}

interface HistoryCardProps {
  history: HistoryQuery;
  /** Opens the dialog that imports a file; null where no file of the exchange is read. */
  onImport: (() => void) | null;
}

/** How far the history of an account is read, what is missing of it, and whether it adds up to the balances. */
export function HistoryCard({ history: { known, failure, onRetry, ...cap }, onImport }: HistoryCardProps) {
  const progress = known?.progress ?? null;
  return (
    <Card title="History" aside={known ? <State progress={progress} /> : undefined}>
      <div className={css.body} aria-busy={!known && !failure}>
        {!known && failure ? (
          <InlineFailure>
            {failure.message}{" "}
            <Button tone="link" small onClick={onRetry}>
              Try again
            </Button>
          </InlineFailure>
        ) : null}
        {!known && !failure ? <Skeleton width="80%" height={16} /> : null}
        {known ? (
          <>
            <Since progress={progress} />
            {progress ? <Reason progress={progress} {...cap} /> : null}
            {known.gaps.length > 0 ? <Gaps gaps={known.gaps} onImport={onImport} /> : null}
            <AddsUp {...known} />
          </>
        ) : null}
      </div>
    </Card>
  );
}
