import { useQuery } from "@tanstack/react-query";
import { quantity } from "../../format/quantity";
import { plural } from "../../format/text";
import { Card } from "../../ui/Card";
import { Icon } from "../../ui/Icon";
import { FailureNote } from "../../ui/Note";
import { Skeleton } from "../../ui/Skeleton";
import { useShowMore } from "../../ui/useShowMore";
import css from "./health.module.css";
import { reconciliationOptions } from "./queries";
import type { BalanceDifference, Reconciled } from "./types";

/** The number of differences that are shown before "Show more". */
const SHOWN = 5;

const amount = (value: string | null, symbol: string) =>
  value === null ? "unknown" : [quantity(value), symbol].join(" ").trim();

const Line = ({ line }: { line: BalanceDifference }) => (
  <li>
    <span className={css.two}>
      {line.symbol || "Unknown token"}
      <small>{[line.name, line.chain_name].join(" · ")}</small>
    </span>
    <span className={css.state} data-severity={line.cause === "reading" ? undefined : "warn"}>
      <Icon name={line.cause === "reading" ? "clock" : "alert"} size={14} />
      {line.cause === "reading" ? "Loading" : "Differs"}
    </span>
    <span className={css.why}>
      {line.cause_text}
      <small>{line.remedy}</small>
    </span>
    <span className={css.when}>
      <span>Balance {amount(line.balance, line.symbol)}</span>
      <span>History {amount(line.replayed, line.symbol)}</span>
    </span>
  </li>
);

function Differences({ found }: { found: Reconciled }) {
  const [shown, more] = useShowMore(found.differences, SHOWN);
  const { compared, equal } = found;
  const aside = compared === 0 ? undefined : `${equal} of ${plural(compared, "balance")} match`;
  return (
    <Card title="Balances and history" aside={aside}>
      {compared === 0 ? <p className={css.more}>No history has been read yet.</p> : null}
      {compared > 0 && equal === compared ? (
        <p className={css.more}>Every balance equals what its history adds up to.</p>
      ) : null}
      {shown.length > 0 ? (
        <ul className={css.list}>
          {shown.map((line) => (
            <Line key={`${line.account} ${line.asset}`} line={line} />
          ))}
        </ul>
      ) : null}
      {more ? <div className={css.more}>{more}</div> : null}
    </Card>
  );
}

/** Whether the balances equal what the transactions of each account add up to. */
export function Reconciliation() {
  const { data, error, refetch } = useQuery(reconciliationOptions());
  if (data) return <Differences found={data} />;
  return (
    <Card title="Balances and history">
      {error ? (
        <FailureNote title="Couldn't compare the balances" failure={error} onRetry={() => void refetch()} />
      ) : (
        <div className={css.skeletons} aria-busy="true">
          {[0, 1].map((i) => (
            <Skeleton key={i} width="100%" height={34} />
          ))}
        </div>
      )}
    </Card>
  );
}
