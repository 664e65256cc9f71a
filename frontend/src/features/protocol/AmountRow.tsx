import { useAmountText } from "../../format/amounts";
import { Avatar } from "../../ui/Avatar";
import { Money } from "../../ui/Money";
import { Tag } from "../../ui/Tag";
import css from "./positionCard.module.css";
import type { ProtocolAmountRow } from "./types";
import { BORROWED } from "./view";

const ROLES: Readonly<Record<string, string>> = {
  locked: "Locked",
  vesting: "Vesting",
  claimable: "Claimable",
  pending_withdrawal: "Being withdrawn",
};

/** How an amount is held, in a word. */
const typeWord = ({ role, type_name }: ProtocolAmountRow): string => (role ? (ROLES[role] ?? type_name) : type_name);

interface TypeTagProps {
  row: ProtocolAmountRow;
}

const TypeTag = ({ row }: TypeTagProps) => {
  const word = typeWord(row);
  if (row.type_id === BORROWED) return <Tag tone="loss">{word}</Tag>;
  return row.role === "reward" || row.role === "claimable" ? <Tag>{word}</Tag> : <Tag tone="plain">{word}</Tag>;
};

interface AmountRowProps {
  row: ProtocolAmountRow;
  currency: string;
  figure: string | undefined;
  chainMark: string | null;
}

/** One amount of a position. */
export function AmountRow({ row, currency, figure, chainMark }: AmountRowProps) {
  const text = useAmountText();
  const { name, symbol, mark, balance, raw_amount, value, reason } = row;
  const quantity = balance === null ? "Not known" : `${text.shortQuantity(balance)} ${symbol}`;
  return (
    <tr>
      <th scope="row">
        <span className={css.asset}>
          <Avatar name={symbol} colour="var(--c8)" mark={mark} network={chainMark} size={24} />
          <span className={css.name}>
            <span title={name}>{name}</span>
            <span className={css.small}>
              <TypeTag row={row} />
            </span>
            <small>{quantity}</small>
          </span>
        </span>
      </th>
      <td className={css.type}>
        <TypeTag row={row} />
      </td>
      <td className={css.quantity} title={balance === null ? (raw_amount ?? undefined) : text.raw(balance)}>
        {quantity}
      </td>
      <td>
        {value === null ? (
          <span className={css.unknown} title={reason?.text}>
            not known
          </span>
        ) : (
          <Money amount={value} currency={currency} figure={figure} label={`${name}, ${typeWord(row)}, value`} />
        )}
      </td>
    </tr>
  );
}
