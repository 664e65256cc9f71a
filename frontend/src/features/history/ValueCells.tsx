import { legsOf } from "./legs";
import { feeProblem } from "./problem";
import css from "./table.module.css";
import type { HistoryRow } from "./types";
import { Value, type ValueProps } from "./Values";

interface ThenAndNowProps extends Omit<ValueProps, "amount" | "reason" | "label"> {
  label: string;
  then: Pick<ValueProps, "amount" | "reason">;
  now: Pick<ValueProps, "amount" | "reason">;
}

/** A value then over the one now. What is not known of both is said once. */
function ThenAndNow({ label, then, now, problem = null, ...value }: ThenAndNowProps) {
  const hasNow = now.amount !== null || (value.isDue && then.amount !== null);
  return (
    <>
      <Value {...value} {...then} problem={problem} label={`${label} then`} />
      {hasNow ? (
        <small>
          <Value {...value} {...now} problem={problem} label={`${label} now`} /> now
        </small>
      ) : null}
    </>
  );
}

interface ValueCellsProps {
  row: HistoryRow;
  currency: string;
  /** Whether the rows are sorted by the value then. */
  isSorted: boolean;
}

/** The value and the fee of an entry, each then and now. */
export const ValueCells = ({ row, currency, isSorted }: ValueCellsProps) => (
  <>
    <td className={css.then} data-sorted={isSorted || undefined}>
      <ThenAndNow
        label="Value"
        currency={currency}
        isDue={legsOf(row).length > 0}
        room={14}
        then={{ amount: row.value_then, reason: row.value_then_reason }}
        now={{ amount: row.value_today, reason: row.value_today_reason }}
      />
    </td>
    <td className={css.fee}>
      <ThenAndNow
        label="Fee"
        currency={currency}
        isDue={row.fee !== null}
        noneWords="No fee is known"
        problem={feeProblem(row)}
        room={10}
        then={{ amount: row.fee_then, reason: row.fee?.reason }}
        now={{ amount: row.fee_today, reason: row.fee?.reason }}
      />
    </td>
  </>
);
