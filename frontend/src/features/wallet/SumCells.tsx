import { percentOf } from "../../format/quantity";
import { Money } from "../../ui/Money";
import type { SearchWalletData } from "./types";
import css from "./walletTable.module.css";

interface SumCellsProps {
  /** Null if it is not known. */
  sum: string | null;
  data: SearchWalletData;
  figure?: string | undefined;
  label: string;
}

/** A sum and its share of the net worth. */
export const SumCells = ({ sum, data: { net_worth, currency_code }, figure, label }: SumCellsProps) => (
  <>
    <td className={css.value}>
      {sum === null ? (
        <span className={css.unknown}>Not known</span>
      ) : (
        <Money amount={sum} currency={currency_code} figure={figure} label={label} />
      )}
    </td>
    <td className={css.share}>{sum === null || net_worth === null ? "–" : percentOf(sum, net_worth, 1)}</td>
  </>
);
