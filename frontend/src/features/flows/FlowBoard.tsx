import { useMemo } from "react";
import { FlowChart } from "./FlowChart";
import { FlowTable } from "./FlowTable";
import { type FlowBand, flowTotals } from "./flowBands";
import type { FlowMode } from "./flowView";
import css from "./netFlows.module.css";
import type { Flows } from "./types";

interface FlowBoardProps {
  answer: Flows;
  bands: readonly FlowBand[];
  mode: FlowMode;
}

/** The bars, and the table of the same figures beside them. */
export function FlowBoard({ answer, bands, mode }: FlowBoardProps) {
  const totals = useMemo(() => flowTotals(answer, mode), [answer, mode]);
  return (
    <div className={css.board}>
      <FlowChart answer={answer} bands={bands} totals={totals} />
      <FlowTable bands={bands} totals={totals} currency={answer.currency_code} />
    </div>
  );
}
