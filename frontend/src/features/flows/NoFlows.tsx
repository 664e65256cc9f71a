import { Button } from "../../ui/Button";
import { EmptyState } from "../../ui/Note";
import type { FlowView } from "./flowView";
import css from "./netFlows.module.css";
import type { Flows } from "./types";

interface NoFlowsProps {
  answer: Flows;
  view: FlowView;
  onView: (change: Partial<FlowView>) => void;
  onAdd: (() => void) | null;
}

/** The state without any flow: why, and what to do. */
export function NoFlows({ answer, view, onView, onAdd }: NoFlowsProps) {
  const isWithoutWallets = answer.coverage.accounts === 0;
  const isNarrowed = view.chains.length > 0 || view.assets.length > 0;
  const isShort = view.span !== "max";
  if (isWithoutWallets || (!isNarrowed && !isShort))
    return (
      <div className={css.empty}>
        <EmptyState
          icon="whale"
          title="No flows yet"
          actions={
            isWithoutWallets && onAdd ? (
              <Button small tone="primary" icon="plus" onClick={onAdd}>
                Add wallet
              </Button>
            ) : null
          }
        >
          {isWithoutWallets && onAdd
            ? "Add a wallet to see what came in and what left."
            : "Nothing came in from others or left so far."}
        </EmptyState>
      </div>
    );
  return (
    <div className={css.empty}>
      <EmptyState
        icon="chart"
        title="Nothing came in or left"
        actions={
          <>
            {isShort ? (
              <Button small onClick={() => onView({ span: "max" })}>
                Show all time
              </Button>
            ) : null}
            {isNarrowed ? (
              <Button small onClick={() => onView({ chains: [], assets: [] })}>
                Clear filters
              </Button>
            ) : null}
          </>
        }
      >
        {isNarrowed ? "No flow matches the chosen chains, assets and time." : "There was no flow in this time."}
      </EmptyState>
    </div>
  );
}
