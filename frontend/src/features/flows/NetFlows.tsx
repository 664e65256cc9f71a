import { type ReactNode, useEffect, useId, useMemo, useRef } from "react";
import { useLocation } from "react-router";
import { periodOf, SPANS } from "../../format/spans";
import { FailureNote } from "../../ui/Note";
import { SpanBadges } from "../../ui/SpanBadges";
import { useDismissals } from "./dismissals";
import { FlowBoard } from "./FlowBoard";
import { FlowControls } from "./FlowControls";
import { FlowFoot } from "./FlowFoot";
import { FlowLoading } from "./FlowLoading";
import { FlowTips } from "./FlowTips";
import { flowBands } from "./flowBands";
import type { FlowView } from "./flowView";
import { NoFlows } from "./NoFlows";
import css from "./netFlows.module.css";
import { OwnTransfers } from "./OwnTransfers";
import { useFlows } from "./queries";
import type { Flows, VisitorToken } from "./types";
import { useFlowView } from "./useFlowView";

/** The anchor of the card. */
const ANCHOR = "netflow";

/** Scrolls to the card where the URL names it. What is above it keeps its height while it loads. */
function useScrollToAnchor() {
  const card = useRef<HTMLElement>(null);
  const { hash } = useLocation();
  useEffect(() => {
    if (hash === `#${ANCHOR}`) card.current?.scrollIntoView?.();
  }, [hash]);
  return card;
}

interface NetFlowsProps {
  visitor: VisitorToken;
  /** The button that shows how far each account is read; null for visitors. */
  accounts: ReactNode;
  /** Opens the add-wallet dialog; null for visitors. */
  onAdd: (() => void) | null;
}

interface FlowBodyProps extends Pick<NetFlowsProps, "onAdd"> {
  /** Undefined while it is loading. */
  answer: Flows | undefined;
  view: FlowView;
  onView: (change: Partial<FlowView>) => void;
}

/** The bars with their table, or why there are none. */
function FlowBody({ answer, view, onView, onAdd }: FlowBodyProps) {
  const bands = useMemo(() => (answer ? flowBands(answer, view.mode) : []), [answer, view.mode]);
  if (!answer) return <FlowLoading />;
  if (bands.length === 0) return <NoFlows answer={answer} view={view} onView={onView} onAdd={onAdd} />;
  return <FlowBoard answer={answer} bands={bands} mode={view.mode} />;
}

/** The card of what came in from others, what left, and what remained. */
export function NetFlows({ visitor, accounts, onAdd }: NetFlowsProps) {
  const title = useId();
  const card = useScrollToAnchor();
  const [view, onView] = useFlowView();
  const { data, error, isPlaceholderData, refetch } = useFlows(view, visitor);
  // The assets to choose from are those without a choice.
  const { data: all } = useFlows({ ...view, assets: [] }, visitor);
  const tips = useDismissals(onAdd !== null);
  const failure = data ? null : error;
  const hasTips = tips.shown.length > 0;
  const isBusy = isPlaceholderData || (!data && !failure);
  return (
    <section
      ref={card}
      id={ANCHOR}
      className={css.card}
      aria-labelledby={title}
      aria-busy={isBusy || undefined}
      data-stale={isPlaceholderData || undefined}
    >
      <header className={css.head}>
        <div className={css.titles}>
          <h2 id={title}>Net Flows</h2>
          <p>Understand your portfolio's profitability</p>
        </div>
        <FlowControls view={view} onView={onView} chains={data?.chains} assets={all?.profit_loss.assets ?? []} />
      </header>
      {failure ? (
        <FailureNote title="Couldn't load your net flows" failure={failure} onRetry={() => void refetch()} />
      ) : (
        <div className={css.body}>
          <FlowBody answer={data} view={view} onView={onView} onAdd={onAdd} />
          {hasTips ? (
            <FlowTips {...tips} onAdd={onAdd}>
              {data ? <OwnTransfers answer={data} mode={view.mode} /> : null}
            </FlowTips>
          ) : null}
        </div>
      )}
      <SpanBadges
        spans={SPANS}
        chosen={view.span}
        onChoose={(span) => onView({ span })}
        words={data ? periodOf(data) : ""}
        className={css.spans}
      />
      {data ? <FlowFoot answer={data} mode={view.mode} namesTransfers={!hasTips} accounts={accounts} /> : null}
    </section>
  );
}
