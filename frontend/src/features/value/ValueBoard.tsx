import { type ReactNode, useCallback } from "react";
import { useCloseOnEscape } from "../../ui/useCloseOnEscape";
import css from "./assetValue.module.css";
import { figuresOf, type PeriodFigures } from "./figures";
import { PeriodPanel } from "./PeriodPanel";
import type { ValueGraph, VisitorToken } from "./types";
import { useChartData } from "./useChartData";
import { ValueControls } from "./ValueControls";
import { ValueFigure } from "./ValueFigure";
import { ValueFoot } from "./ValueFoot";
import { ValueLegend } from "./ValueLegend";
import type { ValueView } from "./valueView";

interface ValueBoardProps {
  answer: ValueGraph;
  /** Whether the answer is that of another grouping, which stays until the chosen one has loaded. */
  isStale: boolean;
  view: ValueView;
  onView: (change: Partial<ValueView>) => void;
  visitor: VisitorToken;
  /** The button that shows how far each account is read; null for visitors. */
  accounts: ReactNode;
  /** The path of Transaction history with a query. */
  historyPath: (query: URLSearchParams) => string;
}

/** The chart with its controls, and the panel of the open period beside it. */
export function ValueBoard({ answer, isStale, view, onView, visitor, accounts, historyPath }: ValueBoardProps) {
  const { asset_value_data: data, group_criteria: group } = answer;
  const chart = useChartData(answer, view, visitor);
  const { padding, parts, series, events } = chart;
  const { chains, measure } = view;
  const figures = useCallback(
    (period: number): PeriodFigures | null =>
      period < padding ? null : figuresOf(answer, parts, { chains, measure }, period - padding),
    [answer, parts, chains, measure, padding],
  );
  const place = view.open === null ? -1 : data.days.indexOf(view.open);
  const open = place < 0 ? null : place + padding;
  const onOpen = useCallback(
    (period: number) => {
      const day = data.days[period - padding];
      if (day !== undefined) onView({ open: day === view.open ? null : day });
    },
    [data, padding, onView, view.open],
  );
  const onClose = useCallback(() => onView({ open: null }), [onView]);
  const shown = open === null ? null : figures(open);
  useCloseOnEscape(shown !== null, onClose);
  return (
    <div className={css.board} data-open={shown ? "" : undefined}>
      <section
        className={css.card}
        aria-label="Value over time"
        aria-busy={isStale || undefined}
        data-stale={isStale || undefined}
      >
        <ValueControls view={view} onView={onView} rows={data.assets} parts={parts} />
        <ValueLegend bands={parts.bands} hasCost={series.cost !== null} events={view.isTable ? 0 : events.length} />
        <ValueFigure
          chart={chart}
          view={view}
          onView={onView}
          figures={figures}
          currency={answer.currency_code}
          open={open}
          onOpen={onOpen}
        />
        <ValueFoot answer={answer} view={view} accounts={accounts} />
      </section>
      {shown && view.open ? (
        <PeriodPanel
          key={`${group} ${view.open}`}
          day={view.open}
          group={group}
          figures={shown}
          parts={parts}
          view={view}
          currency={answer.currency_code}
          visitor={visitor}
          onClose={onClose}
          historyPath={historyPath}
        />
      ) : null}
    </div>
  );
}
