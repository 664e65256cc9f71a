import { useAmountText } from "../../format/amounts";
import { percentOf } from "../../format/quantity";
import { Avatar } from "../../ui/Avatar";
import { Money } from "../../ui/Money";
import { Tag } from "../../ui/Tag";
import type { ViewPart, ViewRow } from "./assetView";
import { amountOfPart, keyOfPart, labelOfPart, walletOfPart } from "./holdingText";
import css from "./placeRows.module.css";
import { addressesIn } from "./places";
import { ReceiptTag } from "./ReceiptTag";
import table from "./table.module.css";
import { isOwed } from "./valued";

/** The maximum length of an amount, so that it keeps to its column. */
const ROOM = 19;

interface PlaceRowsProps {
  row: ViewRow;
  currency: string;
  chainColours: ReadonlyMap<string, string>;
  /** The number of columns before that of the value, and after it. */
  before: number;
  after: number;
}

interface PlaceRowProps extends PlaceRowsProps {
  part: ViewPart;
  /** The address, if the wallet label is not unique among the parts. */
  address: string | null;
  /** Whether its value is a share of that of the asset. */
  isDivided: boolean;
}

/** What the place holds: its quantity, in its own symbol. */
function Quantity({ part }: { part: ViewPart }) {
  const text = useAmountText();
  const exact = part.amount ?? part.raw_amount;
  return (
    <span className={css.amount} title={exact === null ? undefined : text.raw(exact)}>
      {amountOfPart(part, text)} {part.amount === null ? "" : part.symbol}
    </span>
  );
}

function PlaceRow({ row, part, address, currency, chainColours, before, after, isDivided }: PlaceRowProps) {
  const { value, position, chain, chain_name: chainName } = part;
  return (
    <tr className={css.place}>
      <th scope="row" colSpan={before}>
        <span>
          <Avatar name={chainName} colour={chainColours.get(chain) ?? "var(--c8)"} mark={part.chainMark} size={20} />
          <span className={css.words} title={part.wallet_address}>
            {walletOfPart(part, address)} <small>· {chainName}</small>
            {position ? <small> · {position.place}</small> : null}
          </span>
          {position ? <Tag>{position.name}</Tag> : null}
          <ReceiptTag of={part.receipt} />
          {part.stale ? <Tag>Out of date</Tag> : null}
          {part.isManualPrice ? <Tag>Custom price</Tag> : null}
          <Quantity part={part} />
        </span>
      </th>
      <td className={table.num}>
        {value === null ? (
          <span className={table.unknown} title={part.reason?.text}>
            Not counted
          </span>
        ) : (
          <Money
            amount={value}
            currency={currency}
            figure={part.valueFigure}
            room={ROOM}
            label={`${labelOfPart(part, row, address)}, value`}
          />
        )}
      </td>
      <td className={`${table.num} ${css.share}`} colSpan={after}>
        {value === null || row.value === null || !isDivided
          ? null
          : `${percentOf(value, row.value, 1)} of ${row.symbol}`}
      </td>
    </tr>
  );
}

/** The places of an asset below its row: each wallet on each network. */
export function PlaceRows(props: PlaceRowsProps) {
  const { parts } = props.row;
  const addressOf = addressesIn(parts);
  // What is partly owed is no whole of which the holdings are parts.
  const isDivided = !parts.some(isOwed) || parts.every(isOwed);
  return parts.map((part) => (
    <PlaceRow key={keyOfPart(part)} part={part} address={addressOf(part)} isDivided={isDivided} {...props} />
  ));
}
