import { plural } from "../../format/text";
import { Change, Money } from "../../ui/Money";
import css from "./costTable.module.css";
import type { CostBasis } from "./types";

/** The sums below the rows, with how much they leave out. */
export function CostTotals({ data, shownRows }: { data: CostBasis; shownRows: number }) {
  const { currency_code: currency, figures, cost_basis: cost, current_value: value, gain_loss: gain } = data;
  const leftOut = [
    value.left_out > 0 ? `${plural(value.left_out, "asset")} without a price` : "",
    cost.left_out > 0 ? `${plural(cost.left_out, "asset")} without a known cost, or only in part` : "",
  ].filter(Boolean);
  return (
    <tfoot>
      <tr>
        <th scope="row" colSpan={4}>
          {plural(shownRows, "asset")}
          {leftOut.length > 0 ? <small className={css.partly}>Left out: {leftOut.join(", ")}</small> : null}
        </th>
        <td data-label="Cost Basis">
          <Money
            amount={cost.value}
            currency={currency}
            figure={figures["/cost_basis/value"]}
            label="Cost of everything"
          />
        </td>
        <td data-label="Current Value" className={css.value}>
          <Money
            amount={value.value}
            currency={currency}
            figure={figures["/current_value/value"]}
            label="Value of everything"
          />
        </td>
        <td data-label="Gain / Loss" className={css.gainCell}>
          <Change
            amount={gain.value}
            currency={currency}
            figure={figures["/gain_loss/value"]}
            label="Gain of everything"
          />
        </td>
      </tr>
    </tfoot>
  );
}
