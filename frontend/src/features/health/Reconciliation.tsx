import { useQuery } from "@tanstack/react-query";
import { useDisplayRate } from "../../queries/displayRate";
import { Card } from "../../ui/Card";
import { FailureNote } from "../../ui/Note";
import { Skeleton } from "../../ui/Skeleton";
import { useShowMore } from "../../ui/useShowMore";
import { DifferenceHead, DifferenceLine } from "./DifferenceLine";
import css from "./health.module.css";
import { reconciliationOptions } from "./queries";
import { ReconciledShare } from "./ReconciledShare";
import own from "./reconciliation.module.css";
import type { DisplayRate, Reconciled } from "./types";

/** The number of differences that are shown before "Show more". */
const SHOWN = 5;

interface ReconciliationProps {
  /** Opens the dialog that adds a token, with its network preselected. */
  onAddToken: (chain: string | null) => void;
}

interface DifferencesProps extends ReconciliationProps {
  found: Reconciled;
  display: DisplayRate;
}

function Differences({ found, display, onAddToken }: DifferencesProps) {
  const [shown, more] = useShowMore(found.differences, SHOWN);
  if (found.compared === 0) return <p className={css.more}>No history has been read yet.</p>;
  return (
    <>
      <ReconciledShare found={found} display={display} />
      {shown.length > 0 ? (
        <ol className={own.list} aria-label="Balances that differ">
          <DifferenceHead />
          {shown.map((line) => (
            <DifferenceLine
              key={`${line.account} ${line.asset}`}
              line={line}
              display={display}
              onAddToken={onAddToken}
            />
          ))}
        </ol>
      ) : (
        <p className={css.more}>Every balance equals what its history adds up to.</p>
      )}
      {more ? <div className={css.more}>{more}</div> : null}
    </>
  );
}

/** Whether the balances equal what the transactions of each account add up to. */
export function Reconciliation({ onAddToken }: ReconciliationProps) {
  const { data, error, refetch } = useQuery(reconciliationOptions());
  const display = useDisplayRate();
  return (
    <Card title="Balances and history">
      {data && display ? <Differences found={data} display={display} onAddToken={onAddToken} /> : null}
      {error && !data ? (
        <FailureNote title="Couldn't compare the balances" failure={error} onRetry={() => void refetch()} />
      ) : null}
      {!(data && display) && !(error && !data) ? (
        <div className={css.skeletons} aria-busy="true">
          <Skeleton width="100%" height={66} />
          <Skeleton width={260} height={14} />
        </div>
      ) : null}
    </Card>
  );
}
