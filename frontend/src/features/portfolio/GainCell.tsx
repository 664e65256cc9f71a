import { tone } from "../../format/money";
import { percentChange } from "../../format/quantity";
import { Change } from "../../ui/Money";
import cells from "./assetCells.module.css";
import type { SortKey, ViewRow } from "./assetView";
import type { GainColumn } from "./gains";
import css from "./table.module.css";

interface GainCellProps {
  row: ViewRow;
  currency: string;
  sorted: SortKey;
  gains: GainColumn;
}

/** The gain since the cost in money and percent; a dash where the cost is not known. */
export function GainCell({ row: { id, group, name, gained }, currency, sorted, gains }: GainCellProps) {
  if (gains === "none") return null;
  return (
    <td className={`${css.num} ${css.gainCell}`} data-sorted={sorted === "gain" || undefined}>
      {gains === "known" && gained === null ? (
        <span
          className={css.unknown}
          title={id === group ? "What it cost is not known" : "What a part of an asset cost is not known"}
        >
          –
        </span>
      ) : null}
      {gains === "known" && gained !== null ? (
        <span className={cells.gain} title={gained.isPartial ? "Of the part with a known cost" : undefined}>
          <Change
            amount={gained.amount}
            currency={currency}
            figure={gained.figure}
            label={`${name}, gain since cost`}
          />
          <small className={css[tone(gained.amount) ?? ""]}>
            {gained.percent === null ? "" : percentChange(gained.percent, 1)}
          </small>
        </span>
      ) : null}
    </td>
  );
}
