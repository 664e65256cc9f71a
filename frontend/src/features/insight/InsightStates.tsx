import { useState } from "react";
import { useAmountText } from "../../format/amounts";
import { plainText, plural } from "../../format/text";
import { date } from "../../format/time";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Icon } from "../../ui/Icon";
import { EmptyState } from "../../ui/Note";
import { Skeleton } from "../../ui/Skeleton";
import css from "./insights.module.css";
import { Sentence } from "./Sentence";
import type { InsightName, Insights, NotEvaluatedRow, PutAwayInsight } from "./types";

/** The shape of the page while it is loading. */
export const Loading = () => (
  <>
    <p className={css.loading} role="status">
      Evaluating the rules…
    </p>
    <div className={css.cards} aria-hidden="true">
      {[0, 1, 2].map((i) => (
        <div key={i} className={css.bones}>
          <Skeleton width="70%" height={24} />
          <Skeleton width="100%" height={56} />
          <Skeleton width="90%" height={40} />
        </div>
      ))}
    </div>
  </>
);

interface NothingProps {
  /** Opens the dialog that adds a wallet; null for visitors. */
  onAdd: (() => void) | null;
}

/** What there is without any insight. */
export const Nothing = ({ onAdd }: NothingProps) => (
  <Card title="Insights">
    <EmptyState
      icon="bulb"
      title={onAdd ? "Add all your wallets and exchanges to gain more insights" : "No insights"}
      actions={
        onAdd ? (
          <Button small tone="primary" icon="plus" aria-haspopup="dialog" onClick={onAdd}>
            Add wallet
          </Button>
        ) : null
      }
    >
      {onAdd ? "Insights increase with your usage" : "No rule that was evaluated found anything in this portfolio."}
    </EmptyState>
  </Card>
);

/** That nothing fits the tab and the risk, with the way back. */
export const NoneFits = ({ onAll }: { onAll: () => void }) => (
  <Card title="Insights">
    <EmptyState
      icon="bulb"
      title="None of these"
      actions={
        <Button small onClick={onAll}>
          Show all insights
        </Button>
      }
    >
      No insight fits this choice.
    </EmptyState>
  </Card>
);

interface TeaserProps {
  /** How many more there are. */
  more: number;
  onUpgrade: () => void;
}

/** What a plan with a limit leaves out. */
export const Teaser = ({ more, onUpgrade }: TeaserProps) => (
  <section className={css.teaser} aria-label="More insights with Spyhop">
    <h3>More insights with Spyhop</h3>
    <p>{more === 1 ? "1 more was found." : `${more} more were found.`} Your plan lists the first two.</p>
    <Button tone="primary" small onClick={onUpgrade}>
      Upgrade
    </Button>
  </section>
);

/** The rules that were not evaluated, each with the reason: silence would look like a good result. */
export function NotEvaluated({ insights: { not_evaluated: rows, rules } }: { insights: Insights }) {
  const [isOpen, setOpen] = useState(false);
  const titleOf = ({ rule }: NotEvaluatedRow) => rules.find(({ id }) => id === rule)?.title ?? rule;
  if (rows.length === 0) return null;
  const skipped = new Set(rows.map(({ rule }) => rule)).size;
  return (
    <section className={css.skipped} aria-label="Rules not evaluated">
      <Icon name="info" size={16} />
      <div>
        <p>
          {plural(skipped, "rule was", "rules were")} not evaluated, or not for everything.{" "}
          <Button tone="link" small aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? "Hide the reasons" : "Show the reasons"}
          </Button>
        </p>
        {isOpen ? (
          <dl>
            {rows.map((row) => (
              <div key={row.rule + row.code + row.text}>
                <dt>{titleOf(row)}</dt>
                <dd>{plainText(row.text)}</dd>
              </div>
            ))}
          </dl>
        ) : null}
      </div>
    </section>
  );
}

interface PutAwayProps {
  insights: Insights;
  onRestore: (of: InsightName) => void;
}

/** `Snoozed until 4 Dec 2026`, `Not a problem`. */
const untilWords = ({ until }: PutAwayInsight): string => (until ? `Snoozed until ${date(until)}` : "Not a problem");

/** The insights that were put away, and how to list them again. */
export function PutAway({ insights: { put_away: rows, currency_code: currency }, onRestore }: PutAwayProps) {
  const texts = useAmountText();
  const [isOpen, setOpen] = useState(false);
  const snoozed = rows.filter(({ until }) => until !== null).length;
  const counts = [
    snoozed > 0 ? `${snoozed} snoozed` : "",
    rows.length > snoozed ? `${rows.length - snoozed} dismissed` : "",
  ].filter(Boolean);
  return (
    <section className={css.away} aria-label="Snoozed and dismissed">
      <h3>Snoozed and dismissed</h3>
      <p>
        {counts.length > 0 ? `${counts.join(", ")}. ` : "None. "}
        What you put away is listed again once it is worse.
      </p>
      {rows.length > 0 ? (
        <Button tone="link" small aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? "Hide them" : `Show ${rows.length}`}
        </Button>
      ) : null}
      {isOpen ? (
        <ul>
          {rows.map((row) => (
            <li key={row.rule + row.subject}>
              <span>
                <Sentence parts={row.title} currency={currency} />
                <small>{untilWords(row)}</small>
              </span>
              <Button
                small
                aria-label={`List again: ${texts.sentence(plainText(row.subject_name))}`}
                onClick={() => onRestore(row)}
              >
                List again
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      <p className={css.creed}>
        <Icon name="info" size={16} />
        Insights are arithmetic, not advice. They use your own figures and leave the server only if you share them.
      </p>
    </section>
  );
}
