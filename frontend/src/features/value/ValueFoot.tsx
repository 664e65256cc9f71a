import type { ReactNode } from "react";
import { count, plural } from "../../format/text";
import { date } from "../../format/time";
import { Icon } from "../../ui/Icon";
import css from "./assetValue.module.css";
import type { ReportCoverage, ValueGraph } from "./types";
import { STILL_LOADING } from "./ValueLoading";
import type { ValueView } from "./valueView";

interface CoverageNoteProps {
  coverage: ReportCoverage;
  /** The first day of the chart's history. */
  first: string;
  accounts: ReactNode;
}

/** How much of the history the chart rests on: `2 accounts still reading.`, and what is missing. */
function CoverageNote({ coverage, first, accounts }: CoverageNoteProps) {
  const { complete, known_since: since, accounts: all, accounts_done: done, gaps } = coverage;
  const known = since === null ? "History not known yet" : `History known since ${date(since)}`;
  const reading = done < all ? `${plural(all - done, "account")} still reading.` : complete ? "" : "Not complete.";
  const isPartial = !complete && since !== null && first < since.slice(0, 10);
  const words = [reading, isPartial ? "Earlier days may rise." : ""].filter(Boolean).join(" ");
  return (
    <li data-warned={complete ? undefined : true}>
      <Icon name="clock" size={16} />
      <span>
        <b>{known}</b>
        {words ? ` · ${words}` : ""}
        {gaps.map(({ kind, text }) => (
          <small key={kind + text}>{text}</small>
        ))}
      </span>
      {accounts}
    </li>
  );
}

interface ValueFootProps {
  answer: ValueGraph;
  view: ValueView;
  /** The button that shows how far each account is read. */
  accounts: ReactNode;
}

/** What the chart reflects, what it leaves out, and the history behind it. */
export function ValueFoot({ answer, view, accounts }: ValueFootProps) {
  const { never_priced: without, data_loaded, coverage } = answer;
  return (
    <ul className={css.foot}>
      <li>
        <Icon name="info" size={16} />
        <span>
          {view.measure === "closing"
            ? "This chart reflects the closing value for each token on a given day, month, or year."
            : "This chart reflects the largest value for each token on a given day, month, or year."}
          {view.chains.length > 0 ? (
            <small>The cost line is hidden, because cost is known for all chains together.</small>
          ) : null}
          {without > 0 ? (
            <small>
              {count(without)} {without === 1 ? "asset that never had a price is" : "assets that never had a price are"}{" "}
              left out.
            </small>
          ) : null}
        </span>
      </li>
      {data_loaded ? null : (
        <li data-warned>
          <Icon name="refresh" size={16} />
          <span role="status">{STILL_LOADING}</span>
        </li>
      )}
      <CoverageNote coverage={coverage} first={answer.asset_value_data.days[0] ?? ""} accounts={accounts} />
    </ul>
  );
}
