import type { ReactNode } from "react";
import { Button } from "../../ui/Button";
import { EmptyState, FailureNote } from "../../ui/Note";
import { PageHeader } from "../../ui/PageHeader";
import css from "./assetValue.module.css";
import { useValueGraph } from "./queries";
import type { ValueGraph, VisitorToken } from "./types";
import { useValueView } from "./useValueView";
import { ValueBoard } from "./ValueBoard";
import { GroupChoice } from "./ValueControls";
import { isStillLoading, ValueLoading } from "./ValueLoading";
import type { ValueView } from "./valueView";

interface AssetValueProps {
  /** The token of a share session; null on the person's own page. */
  visitor: VisitorToken;
  /** The share button; null for visitors. */
  share: ReactNode;
  /** The button that shows how far each account is read; null for visitors. */
  accounts: ReactNode;
  /** Opens the add-wallet dialog; null for visitors. */
  onAdd: (() => void) | null;
  /** The path of Transaction history with a query. */
  historyPath: (query: URLSearchParams) => string;
}

/** The state without any value: why, and what to do. */
function NoValue({ answer, onAdd }: { answer: ValueGraph; onAdd: AssetValueProps["onAdd"] }) {
  const isWithoutWallets = answer.coverage.accounts === 0;
  const add =
    isWithoutWallets && onAdd ? (
      <Button small tone="primary" icon="plus" onClick={onAdd}>
        Add wallet
      </Button>
    ) : null;
  return (
    <EmptyState icon="whale" title="No transactions yet" actions={add}>
      {isWithoutWallets && onAdd
        ? "Add a wallet to see what it was worth over time."
        : "The value over time starts with the first transaction. Your accounts have none that a source lists."}
    </EmptyState>
  );
}

interface FrameProps {
  view: ValueView;
  onView: (change: Partial<ValueView>) => void;
  children: ReactNode;
}

/** The card of the chart while there is no chart. */
const Frame = ({ view, onView, children }: FrameProps) => (
  <section className={css.card} aria-label="Value over time">
    <div className={css.controls}>
      <GroupChoice view={view} onView={onView} />
    </div>
    {children}
  </section>
);

/** The page Asset value: what everything was worth at the end of each day, month or year. */
export function AssetValue({ visitor, share, onAdd, ...links }: AssetValueProps) {
  const [view, onView] = useValueView();
  const { data, error, isPlaceholderData, refetch } = useValueGraph(view.group, visitor);
  const hasChart = data !== undefined && data.asset_value_data.days.length > 0;
  const frame = { view, onView };
  return (
    <>
      <PageHeader
        title="Asset value"
        subtitle="Analyze your portfolio value over time"
        plain={visitor !== null}
        actions={
          <>
            <Button
              small
              icon={view.isTable ? "chart" : "list"}
              disabled={!hasChart}
              onClick={() => onView({ isTable: !view.isTable })}
            >
              {view.isTable ? "Show as chart" : "Show as table"}
            </Button>
            {share}
          </>
        }
      />
      <div className={css.page}>
        {error && !data ? (
          <Frame {...frame}>
            <FailureNote title="Couldn't load your asset value" failure={error} onRetry={() => void refetch()} />
          </Frame>
        ) : !data || isStillLoading(data) ? (
          <Frame {...frame}>
            <div className={css.blank}>
              <ValueLoading isSlow={data !== undefined} />
            </div>
          </Frame>
        ) : hasChart ? (
          <ValueBoard answer={data} isStale={isPlaceholderData} visitor={visitor} {...frame} {...links} />
        ) : (
          <Frame {...frame}>
            <NoValue answer={data} onAdd={onAdd} />
          </Frame>
        )}
      </div>
    </>
  );
}
