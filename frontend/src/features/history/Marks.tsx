import { Icon } from "../../ui/Icon";
import { Quantity } from "../../ui/Money";
import { Tag } from "../../ui/Tag";
import css from "./marks.module.css";
import type { HistoryRow, RowGap } from "./types";
import { roundQuantity } from "./words";

/** Whether a row has marks. */
export const hasMarks = ({ own_transfer, matched, failed, cost_gap, decoding }: HistoryRow): boolean =>
  own_transfer || matched || failed || Boolean(cost_gap) || decoding === "failed";

/** That the cost of a disposal is not known. */
const CostGapTag = ({ gap: { symbol, amount }, isShort }: { gap: RowGap; isShort: boolean }) => (
  <span className={css.gap} title={`${amount} ${symbol} has no known cost`}>
    <Icon name="alert" size={12} />
    <span>
      {isShort ? (
        "No known cost"
      ) : (
        <>
          <Quantity text={roundQuantity(amount)} /> <bdi>{symbol}</bdi> has no known cost
        </>
      )}
    </span>
  </span>
);

/** What a person should know about an entry at a glance. */
export function Marks({ row, isShort = false }: { row: HistoryRow; isShort?: boolean }) {
  const { own_transfer, matched, failed, cost_gap, decoding } = row;
  return (
    <>
      {matched ? <Tag icon="link">Matched</Tag> : null}
      {own_transfer && !matched ? <Tag icon="link">Own transfer</Tag> : null}
      {failed ? <Tag tone="loss">Failed</Tag> : null}
      {decoding === "failed" ? <Tag tone="warn">Partly decoded</Tag> : null}
      {cost_gap ? <CostGapTag gap={cost_gap} isShort={isShort} /> : null}
    </>
  );
}
