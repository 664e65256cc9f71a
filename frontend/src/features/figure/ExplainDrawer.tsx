import { useMemo, useState } from "react";
import { type AmountText, useAmountText } from "../../format/amounts";
import { price } from "../../format/money";
import { clockAndDate } from "../../format/time";
import { useIsOutdated } from "../../queries/valuation";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import drawer from "../../ui/drawer.module.css";
import { Icon } from "../../ui/Icon";
import { FailureNote } from "../../ui/Note";
import { Skeleton } from "../../ui/Skeleton";
import { useCopy } from "../../ui/useCopy";
import { digitsFor } from "./digits";
import { ExplainTree, RoundingNote } from "./ExplainTree";
import css from "./explain.module.css";
import { LeftOut, type LeftOutAction } from "./LeftOut";
import { NodeFacts } from "./NodeFacts";
import {
  counts,
  detailOf,
  hasFacts,
  hasSourceAnswers,
  isChange,
  nodeText,
  rowsOf,
  type Section,
  sectionsOf,
  totalQuantity,
} from "./nodes";
import { useExplanation } from "./queries";
import { RawData, rawText } from "./RawData";
import { stripOf } from "./strip";
import type { Explanation } from "./types";

/** The figure formatted as on the page: a change is signed, a small price keeps its digits. */
function figureText({ value, currency_code, tree }: Explanation, text: AmountText): string {
  if (value === null) return "Not known";
  if (tree.measure === "price") return price(value, currency_code);
  return isChange(tree) ? text.change(value, currency_code) : text.money(value, currency_code);
}

/** The one-line formula of the figure. */
function Formula({ explanation, digits }: { explanation: Explanation; digits: number }) {
  const strip = stripOf(explanation, useAmountText(), digits);
  if (strip.length === 0) return null;
  return (
    <dl className={css.formula}>
      {strip.map(({ label, text, sign }) => (
        <div key={label} data-sign={sign || undefined}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

const isPrice = ({ operation }: Section["node"]): boolean => operation === "median" || operation === "average";

/** A factor or a sum with its parts. */
function Part({ section: { node, isFactor, shared }, digits }: { section: Section; digits: number }) {
  const detail = detailOf(node);
  const text = useAmountText();
  return (
    <section>
      <div className={css.head}>
        <h3>
          {node.label}
          {detail ? <small>{detail}</small> : null}
        </h3>
        <span className={css.side}>{totalQuantity(node, text, digits)}</span>
        <b>
          {isFactor ? "× " : ""}
          {nodeText(node, text, digits)}
        </b>
      </div>
      {hasFacts(node) ? (
        <div className={css.facts}>
          <NodeFacts node={node} />
        </div>
      ) : null}
      {node.children.some(counts) ? (
        <ExplainTree
          nodes={rowsOf(node.children)}
          digits={hasSourceAnswers(node) ? undefined : digits}
          shared={shared}
          firstOpen={!isPrice(node)}
        />
      ) : null}
      <RoundingNote node={node} />
    </section>
  );
}

/** Says why the figure differs from the one that was opened, or from the one that the page shows by now. */
function Age({ explanation: { recomputed, valuation_id } }: { explanation: Explanation }) {
  const isOutdated = useIsOutdated(valuation_id);
  if (!recomputed && !isOutdated) return null;
  return (
    <p className={css.recomputed}>
      <Icon name="info" size={16} />
      {recomputed
        ? "Recomputed from the latest inputs. The original ones are no longer kept."
        : "The page has newer figures by now. Open this one again to see its new value."}
    </p>
  );
}

interface ExplainedProps {
  explanation: Explanation;
  leftOutAction: LeftOutAction | undefined;
}

function Explained({ explanation, leftOutAction }: ExplainedProps) {
  const [raw, setRaw] = useState(false);
  const copy = useCopy();
  const text = useAmountText();
  const exact = explanation.value === null ? undefined : text.raw(explanation.value);
  const digits = useMemo(() => digitsFor(explanation), [explanation]);
  return (
    <>
      {/* Above what scrolls, so that it stays in sight. */}
      <p className={css.sum} title={exact}>
        {figureText(explanation, text)}
      </p>
      {/* A region that scrolls must be reachable by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <section className={`${drawer.body} ${css.body}`} tabIndex={0} aria-label="Explanation">
        <Formula explanation={explanation} digits={digits} />
        <Age explanation={explanation} />
        {raw ? (
          <RawData explanation={explanation} />
        ) : (
          sectionsOf(explanation).map((section) => <Part key={section.id} section={section} digits={digits} />)
        )}
        <LeftOut left={explanation.left_out} action={leftOutAction} />
      </section>
      <div className={`${drawer.foot} ${css.foot}`}>
        {raw ? (
          <Button tone="primary" icon="copy" onClick={() => copy(rawText(explanation), "Raw data copied")}>
            Copy raw data
          </Button>
        ) : (
          <Button tone="primary" icon="copy" onClick={() => copy(explanation.text, "Copied")}>
            Copy as text
          </Button>
        )}
        <Button icon="code" aria-pressed={raw} onClick={() => setRaw(!raw)}>
          {raw ? "Explanation" : "Raw data"}
        </Button>
        {explanation.as_of ? <span>Oldest input {clockAndDate(explanation.as_of)}</span> : null}
      </div>
    </>
  );
}

const Loading = () => (
  <div className={css.skeletons} aria-busy="true">
    <Skeleton width={220} height={40} />
    <Skeleton width="100%" height={64} />
    {[0, 1, 2, 3, 4].map((i) => (
      <Skeleton key={i} width="100%" height={28} />
    ))}
  </div>
);

interface ExplainDrawerProps {
  figure: string;
  /** The token of a visitor's share session. */
  visitorToken?: string | undefined;
  leftOutAction?: LeftOutAction | undefined;
  onClose: () => void;
}

/** The drawer that explains a figure down to block, source, quote and time. */
export function ExplainDrawer({ figure, visitorToken, leftOutAction, onClose }: ExplainDrawerProps) {
  const { data, error, refetch } = useExplanation(figure, visitorToken);
  const subtitle = data ? [data.title, data.subtitle].filter(Boolean).join(", ") : undefined;
  return (
    <Dialog title="Explain this figure" subtitle={subtitle} shape="drawer" onClose={onClose}>
      {data ? <Explained explanation={data} leftOutAction={leftOutAction} /> : null}
      {!data && !error ? <Loading /> : null}
      {error && !data ? (
        <FailureNote title="Couldn't explain this figure" failure={error} onRetry={() => void refetch()} />
      ) : null}
    </Dialog>
  );
}
