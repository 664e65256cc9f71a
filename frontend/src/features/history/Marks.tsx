import { useAmountText } from "../../format/amounts";
import { Icon } from "../../ui/Icon";
import { Tag } from "../../ui/Tag";
import { failedWords } from "./kinds";
import css from "./marks.module.css";
import type { HistoryRow, RowGap } from "./types";

/** Whether a row has marks; in the table, its kind says that it is an own transfer. */
export const hasMarks = ({ own_transfer, matched, failed, cost_gap, decoding }: HistoryRow, isTable = false): boolean =>
  (own_transfer && !isTable) || matched || failed || Boolean(cost_gap) || decoding === "failed";

/** That the cost of a disposal is not known. */
function CostGapTag({ gap: { symbol, amount }, isShort }: { gap: RowGap; isShort: boolean }) {
  const text = useAmountText();
  return (
    <span className={css.gap} title={`${text.raw(amount)} ${symbol} has no known cost`}>
      <Icon name="alert" size={12} />
      <span>
        {isShort ? (
          "No known cost"
        ) : (
          <>
            {text.roundQuantity(amount)} <bdi>{symbol}</bdi> has no known cost
          </>
        )}
      </span>
    </span>
  );
}

interface MarksProps {
  row: HistoryRow;
  isShort?: boolean;
  isTable?: boolean;
}

/** What a person should know about an entry at a glance. */
export function Marks({ row, isShort = false, isTable = false }: MarksProps) {
  const { own_transfer, matched, failed, cost_gap, decoding } = row;
  return (
    <>
      {matched ? <Tag icon="link">Matched</Tag> : null}
      {own_transfer && !matched && !isTable ? <Tag icon="link">Own transfer</Tag> : null}
      {failed ? <Tag tone="loss">{failedWords(row)}</Tag> : null}
      {decoding === "failed" ? <Tag tone="warn">Partly decoded</Tag> : null}
      {cost_gap ? <CostGapTag gap={cost_gap} isShort={isShort} /> : null}
    </>
  );
}
