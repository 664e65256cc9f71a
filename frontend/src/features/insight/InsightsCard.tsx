import { useId, useRef } from "react";
import { Link } from "react-router";
import { useAmountText } from "../../format/amounts";
import { count } from "../../format/text";
import { useInsights } from "../../queries/insights";
import { Button, IconButton } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Icon } from "../../ui/Icon";
import { FailureNote } from "../../ui/Note";
import { Skeleton } from "../../ui/Skeleton";
import { useSlides } from "../../ui/useSlides";
import { InsightTitle } from "./InsightTitle";
import css from "./insightsCard.module.css";
import type { InsightRow, Insights, VisitorToken } from "./types";
import { partText, unevaluatedWords } from "./view";

/** How many insights Home shows. */
const SLIDES = 3;

/** An insight in short. */
function Slide({ insight, currency }: { insight: InsightRow; currency: string }) {
  const texts = useAmountText();
  return (
    <li>
      <InsightTitle insight={insight} currency={currency} />
      <p className={css.figure}>
        <b>{partText(insight.figure, texts, currency)}</b> <span>{insight.threshold.text}</span>
      </p>
    </li>
  );
}

interface FootProps {
  insights: Insights;
  onAdd: (() => void) | null;
}

/** How there are more insights. */
const Foot = ({ insights, onAdd }: FootProps) => (
  <p className={css.foot}>
    <Icon name="bulb" size={16} />
    {onAdd ? (
      <>
        <span>Add all your wallets and exchanges to gain more insights</span>
        <Button tone="link" small aria-haspopup="dialog" onClick={onAdd}>
          Add more
        </Button>
      </>
    ) : (
      <span>
        {insights.insights.length > 0
          ? "Arithmetic, not advice"
          : unevaluatedWords(insights) || "No rule found anything in this portfolio"}
      </span>
    )}
  </p>
);

interface InsightsCardProps {
  visitor: VisitorToken;
  /** The path of the page of insights. */
  path: string;
  /** Opens the dialog that adds a wallet; null for visitors. */
  onAdd: (() => void) | null;
}

/** The first insights, as slides that the reader moves. */
export function InsightsCard({ visitor, path, onAdd }: InsightsCardProps) {
  const id = useId();
  const { data, error, refetch } = useInsights(visitor);
  const list = useRef<HTMLUListElement>(null);
  const first = data?.insights.slice(0, SLIDES) ?? [];
  const { index, onScroll, move } = useSlides(list, first.length);
  const all = data ? data.insights.length + data.beyond_plan : 0;
  return (
    <Card
      title={
        <span id={id}>Insights {all > 0 ? <small className={css.week}>{count(all)} this week</small> : null}</span>
      }
      aside={
        <div className={css.aside}>
          <Link to={path}>See all</Link>
          {first.length > 1 ? (
            <>
              <IconButton icon="left" label="Previous insight" disabled={index === 0} onClick={() => move(-1)} />
              <IconButton
                icon="right"
                label="Next insight"
                disabled={index === first.length - 1}
                onClick={() => move(1)}
              />
            </>
          ) : null}
        </div>
      }
    >
      {error && !data ? (
        <FailureNote title="Couldn't evaluate your insights" failure={error} onRetry={() => void refetch()} />
      ) : null}
      {!error && !data ? (
        <div className={css.bones} aria-busy="true">
          <Skeleton width="60%" height={104} />
        </div>
      ) : null}
      {first.length > 0 && data ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an area that scrolls is reached by the keyboard
        <ul ref={list} className={css.scroll} tabIndex={0} aria-labelledby={id} onScroll={onScroll}>
          {first.map((insight) => (
            <Slide key={insight.rule + insight.subject} insight={insight} currency={data.currency_code} />
          ))}
        </ul>
      ) : null}
      {data ? <Foot insights={data} onAdd={onAdd} /> : null}
    </Card>
  );
}
