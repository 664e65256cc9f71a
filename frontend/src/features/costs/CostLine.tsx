import { useAmountText } from "../../format/amounts";
import { tone } from "../../format/money";
import { percentChange } from "../../format/quantity";
import { Avatar } from "../../ui/Avatar";
import { Change, Money, Price } from "../../ui/Money";
import { Tag } from "../../ui/Tag";
import css from "./costTable.module.css";
import { shown } from "./costView";
import type { CostBasis, CostRow } from "./types";

const NA = () => <span className={css.unknown}>N/A</span>;

interface CostLineProps {
  row: CostRow;
  /** The place of the row in the answer. */
  place: number;
  data: CostBasis;
}

function Amount({ row }: { row: CostRow }) {
  const text = useAmountText();
  if (row.amount === null) return <NA />;
  const hasUnknown = row.unknown_amount !== "0";
  return (
    <span title={text.raw(row.amount)}>
      {text.roundQuantity(row.amount)}
      {hasUnknown ? (
        <small className={css.partly}>{text.roundQuantity(row.unknown_amount)} without a known cost</small>
      ) : null}
    </span>
  );
}

/** What is held of one asset, what it cost and what it is worth. */
export function CostLine({ row, place, data }: CostLineProps) {
  const { currency_code: currency, figures } = data;
  const figure = (name: string) => figures[`/assets/${place}/${name}`];
  const name = row.is_position ? row.symbol : row.name || row.symbol || "Unnamed token";
  const average = shown(row.average_cost_price);
  const price = shown(row.current_price);
  const isAssumed = row.assumed_cost !== "0";
  return (
    <tr>
      <th scope="row">
        <span className={css.asset}>
          <Avatar
            name={row.symbol}
            colour={row.chain.color ?? "var(--c8)"}
            size={24}
            mark={row.mark}
            network={row.chain.mark}
          />
          <span className={css.name}>
            <bdi title={name}>{name}</bdi>
            <small>
              <bdi>{row.symbol}</bdi> · {row.chain.name}
            </small>
          </span>
        </span>
      </th>
      <td data-label="Average Cost Price">
        {average === null ? (
          <NA />
        ) : (
          <Price
            amount={average}
            currency={currency}
            figure={figure("average_cost_price")}
            label={`${name}, average cost`}
          />
        )}
      </td>
      <td data-label="Current Price">
        {price === null ? <NA /> : <Price amount={price} currency={currency} label={`${name}, price`} />}
      </td>
      <td data-label="Amount">
        <Amount row={row} />
      </td>
      <td data-label="Cost Basis">
        {row.cost_basis === null ? (
          <NA />
        ) : (
          <Money amount={row.cost_basis} currency={currency} figure={figure("cost_basis")} label={`${name}, cost`} />
        )}
        {isAssumed ? (
          <small className={css.partly}>assumed{row.assumed_cost === row.cost_basis ? "" : " in part"}</small>
        ) : null}
      </td>
      <td data-label="Current Value" className={css.value}>
        {row.current_value === null ? (
          <span title={row.price_reason?.text}>
            <Tag tone="warn">No price</Tag>
          </span>
        ) : (
          <Money
            amount={row.current_value}
            currency={currency}
            figure={figure("current_value")}
            label={`${name}, value`}
          />
        )}
      </td>
      <td data-label="% Gain / Loss" className={css.gainCell}>
        {row.gain_loss_percentage === null || row.gain_loss === null ? (
          <NA />
        ) : (
          <>
            <span className={css[tone(row.gain_loss_percentage) ?? ""]}>{percentChange(row.gain_loss_percentage)}</span>
            <small>
              <Change amount={row.gain_loss} currency={currency} figure={figure("gain_loss")} label={`${name}, gain`} />
            </small>
          </>
        )}
      </td>
    </tr>
  );
}
