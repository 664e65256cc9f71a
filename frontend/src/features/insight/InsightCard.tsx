import { type ReactNode, useId } from "react";
import { Link } from "react-router";
import { useAmountText } from "../../format/amounts";
import { plainText } from "../../format/text";
import { Button } from "../../ui/Button";
import { MenuItems } from "../../ui/MenuItems";
import { Ago } from "../../ui/Time";
import { useMenu } from "../../ui/useMenu";
import { FormulaStrip } from "./FormulaStrip";
import { InsightTitle } from "./InsightTitle";
import css from "./insightCard.module.css";
import type { InsightDecision } from "./mutations";
import { Sentence } from "./Sentence";
import type { Insights } from "./types";
import { type DataPage, dataOf, limitText, partText, type ShownInsight, sentenceText } from "./view";

const SNOOZES = [
  { label: "For 1 week", days: 7 },
  { label: "For 1 month", days: 30 },
  { label: "For 3 months", days: 90 },
] as const;

interface DecideProps {
  /** What the insight says, for the names of the buttons. */
  about: string;
  onDecide: (decision: InsightDecision) => void;
}

/** The actions that put an insight away. */
function Decide({ about, onDecide }: DecideProps) {
  const { id, isOpen, close, root, button } = useMenu();
  return (
    <>
      <div className={css.menu} {...root}>
        <Button tone="link" small icon="clock" aria-label={`Snooze: ${about}`} {...button}>
          Snooze
        </Button>
        {isOpen ? (
          <MenuItems
            id={id}
            label="Snooze"
            head="It is listed again earlier once it is worse."
            items={SNOOZES.map(({ label, days }) => ({
              label,
              icon: "clock",
              onChoose: () => onDecide({ days }),
            }))}
            onClose={close}
          />
        ) : null}
      </div>
      <Button tone="link" small icon="close" aria-label={`Dismiss: ${about}`} onClick={() => onDecide("dismiss")}>
        Dismiss
      </Button>
    </>
  );
}

/** A label with what it is about. */
const Line = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

interface InsightCardProps {
  shown: ShownInsight;
  insights: Insights;
  /** The path of the page with the data. */
  pathOf: (page: DataPage) => string;
  /** Null for visitors. */
  onDecide: ((decision: InsightDecision) => void) | null;
}

/** An insight with its arithmetic, why it is shown, and what would change it. */
export function InsightCard({ shown: { insight, place }, insights, pathOf, onDecide }: InsightCardProps) {
  const id = useId();
  const texts = useAmountText();
  const { currency_code: currency, figures } = insights;
  const { threshold, figure, arithmetic, caveats, change, as_of: asOf } = insight;
  const data = dataOf(insight);
  return (
    <article className={css.card} aria-labelledby={id}>
      <header className={css.head}>
        <InsightTitle id={id} insight={insight} currency={currency} />
        <p className={css.figure}>
          <b>{partText(figure, texts, currency)}</b>
          <small>{threshold.text}</small>
        </p>
      </header>
      <FormulaStrip
        terms={arithmetic}
        threshold={threshold}
        currency={currency}
        figureAt={(at) => figures[`${place}/arithmetic/${at}/value/value`]}
      />
      <dl className={css.lines}>
        <Line label="Shown because">
          {threshold.text}: {threshold.side} <b>{limitText(threshold, texts, currency)}</b>.
          {caveats.map((caveat) => ` ${texts.sentence(plainText(caveat))}`)}
        </Line>
        <Line label="What would change it">
          <Sentence parts={change} currency={currency} strong />
        </Line>
      </dl>
      <footer className={css.foot}>
        <Link to={pathOf(data.page)}>{data.label}</Link>
        {asOf ? (
          <span className={css.age}>
            Data from <Ago at={asOf} />
          </span>
        ) : null}
        {onDecide ? (
          <div className={css.actions}>
            <Decide about={sentenceText(insight.title, texts, currency)} onDecide={onDecide} />
          </div>
        ) : null}
      </footer>
    </article>
  );
}
