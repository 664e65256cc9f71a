import { useState } from "react";
import { money } from "../../format/money";
import { clockAndDate } from "../../format/time";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { Icon } from "../../ui/Icon";
import { FailureNote } from "../../ui/Note";
import { Bone } from "../../ui/Skeleton";
import { useCopy } from "../../ui/useCopy";
import { ExplainTree, Facts } from "./ExplainTree";
import css from "./explain.module.css";
import { counts, hasFacts, rawAnswers, roundingWords, type Section, sectionsOf, valueText } from "./nodes";
import { type Explanation, useExplanation } from "./queries";

/** The figure and its one-line formula. */
function Sum({ explanation }: { explanation: Explanation }) {
  const { value, currency_code, formula } = explanation;
  return (
    <div>
      <p className={css.sum} title={value ?? undefined}>
        {value === null ? "Not known" : money(value, currency_code)}
      </p>
      {formula.length > 0 ? (
        <dl className={css.formula}>
          {formula.map((term) => (
            <div key={term.label}>
              <dt>{term.label}</dt>
              <dd>{valueText(term.value, term.unit, true)}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </div>
  );
}

/** One factor or sum with what it is made of. */
function Part({
  section: { node, isFactor, isExact = isFactor, shared },
  currency,
}: {
  section: Section;
  currency: string;
}) {
  return (
    <section>
      <div className={css.head}>
        <h3>
          {node.label}
          {node.detail ? <small>{node.detail}</small> : null}
        </h3>
        <b>
          {isFactor ? "× " : ""}
          {valueText(node.value, node.unit, isExact)}
        </b>
      </div>
      {hasFacts(node) ? (
        <div className={css.facts}>
          <Facts node={node} />
        </div>
      ) : null}
      {node.children.some(counts) ? (
        <ExplainTree
          nodes={node.children}
          currency={currency}
          shared={shared}
          firstOpen={node.operation !== "median"}
        />
      ) : null}
    </section>
  );
}

function LeftOut({ explanation: { left_out } }: { explanation: Explanation }) {
  if (left_out.length === 0) return null;
  return (
    <section className={css.left}>
      <div className={css.head}>
        <h3>Left out of this figure</h3>
        <b>{left_out.length}</b>
      </div>
      <ul className={css.tree}>
        {left_out.map(({ label, amount, unit, reason }) => (
          <li key={`${label} ${unit} ${amount}`} className={css.out}>
            <span title={reason.text}>{label}</span>
            <span>{amount === null ? reason.text : valueText(amount, unit)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What was done to the figure besides arithmetic. */
function Notes({ explanation }: { explanation: Explanation }) {
  const rounding = roundingWords(explanation);
  return (
    <div className={css.notes}>
      {explanation.recomputed ? (
        <p className={css.recomputed}>
          <Icon name="info" size={16} />
          Recomputed: the inputs of this figure are no longer kept, so the latest ones were used.
        </p>
      ) : null}
      {rounding === null ? null : <p>{rounding}</p>}
    </div>
  );
}

function RawAnswers({ explanation }: { explanation: Explanation }) {
  const answers = rawAnswers(explanation.tree);
  return (
    <section className={css.raw} aria-label="Raw answers">
      {answers.length === 0 ? <p>No source gave an answer of its own for this figure.</p> : null}
      {answers.map(({ id, title, text }) => (
        <div key={id}>
          <h4>{title}</h4>
          <pre>{text}</pre>
        </div>
      ))}
    </section>
  );
}

function Explained({ explanation }: { explanation: Explanation }) {
  const [raw, setRaw] = useState(false);
  const copy = useCopy();
  return (
    <>
      {/* A region that scrolls must be reachable by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <section className={css.body} tabIndex={0} aria-label="Explanation">
        <Sum explanation={explanation} />
        {raw ? (
          <RawAnswers explanation={explanation} />
        ) : (
          sectionsOf(explanation).map((section) => (
            <Part key={section.id} section={section} currency={explanation.currency_code} />
          ))
        )}
        <LeftOut explanation={explanation} />
        <Notes explanation={explanation} />
      </section>
      <footer className={css.foot}>
        <Button tone="primary" icon="copy" onClick={() => copy(explanation.text, "Copied")}>
          Copy as text
        </Button>
        <Button icon="code" aria-pressed={raw} onClick={() => setRaw(!raw)}>
          {raw ? "Explanation" : "Raw answers"}
        </Button>
        {explanation.as_of ? <span>As of {clockAndDate(explanation.as_of)}</span> : null}
      </footer>
    </>
  );
}

const Loading = () => (
  <div className={css.bones} aria-busy="true">
    <Bone width={220} height={40} />
    <Bone width="100%" height={64} />
    {[0, 1, 2, 3, 4].map((i) => (
      <Bone key={i} width="100%" height={28} />
    ))}
  </div>
);

interface ExplainDrawerProps {
  figure: string;
  /** The token of a look, where a visitor asks. */
  viewer?: string | undefined;
  onClose: () => void;
}

/** Why a figure is what it is, down to block, source, quote and time. */
export function ExplainDrawer({ figure, viewer, onClose }: ExplainDrawerProps) {
  const { data, error, refetch } = useExplanation(figure, viewer);
  const subtitle = data ? [data.title, data.subtitle].filter(Boolean).join(", ") : undefined;
  return (
    <Dialog title="Explain this figure" subtitle={subtitle} shape="drawer" onClose={onClose}>
      {data ? <Explained explanation={data} /> : null}
      {!data && !error ? <Loading /> : null}
      {error && !data ? (
        <FailureNote title="This figure could not be explained" failure={error} onRetry={() => void refetch()} />
      ) : null}
    </Dialog>
  );
}
