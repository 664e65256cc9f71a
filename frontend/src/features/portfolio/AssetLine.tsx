import type { ReactNode } from "react";
import { useAmountText } from "../../format/amounts";
import { tone } from "../../format/money";
import { percent, percentChange } from "../../format/quantity";
import { Avatar } from "../../ui/Avatar";
import { Button } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { Money, Price } from "../../ui/Money";
import { Tag } from "../../ui/Tag";
import type { AssetActions } from "./AssetTable";
import cells from "./assetCells.module.css";
import type { SortKey, ViewRow } from "./assetView";
import { GainCell } from "./GainCell";
import type { GainColumn } from "./gains";
import { wantsPrice } from "./missing";
import { ReceiptTag } from "./ReceiptTag";
import css from "./table.module.css";

export interface AssetLineProps {
  row: ViewRow;
  currency: string;
  colour: string;
  sorted: SortKey;
  /** Whether the column of gains has room, and figures. */
  gains: GainColumn;
  /** Its price over time, where the table has a column of these. */
  line: ReactNode;
  /** The actions of the asset; null in a view-only portfolio. */
  actions: AssetActions | null;
  /** Whether its panel is open. */
  isOpen: boolean;
  onOpen: () => void;
  /** Whether its places are shown below it. */
  hasOpenPlaces: boolean;
  onPlaces: () => void;
}

/** The number of characters that fit into the amount column. */
const ROOM = 19;

const mark = (key: SortKey, sorted: SortKey) => (key === sorted ? { "data-sorted": true } : {});

const ASKING = "Requested";
/** Reasons for which a known price is not used. */
const EXCLUDED: readonly string[] = ["sources_disagree", "held_back", "one_source", "thin_market"];

/** Why there is no price, in two words. While a price is being requested it is not missing. */
function noPriceWords({ reasons }: ViewRow): string {
  const has = (...codes: string[]) => reasons.some(({ code }) => codes.includes(code));
  if (reasons.length > 0 && reasons.every(({ code }) => code === "not_requested_yet")) return ASKING;
  if (has("no_rate")) return "No rate";
  if (has("only_stale_quotes")) return "Old price";
  return reasons.some(({ code }) => EXCLUDED.includes(code)) ? "Unconfirmed" : "No price";
}

function PriceCell({ row, currency, sorted }: AssetLineProps) {
  const words = noPriceWords(row);
  return (
    <td className={css.num} {...mark("price", sorted)}>
      {row.price === null ? (
        <span
          className={words === ASKING ? css.unknown : cells.noPrice}
          title={row.reasons.map((reason) => reason.text).join(" ")}
        >
          {words}
        </span>
      ) : (
        <Price amount={row.price} currency={currency} figure={row.priceFigure} label={`${row.name}, price`} />
      )}
      {row.manual_price ? <Tag>Custom</Tag> : null}
    </td>
  );
}

function ValueCell({ row, currency, sorted }: AssetLineProps) {
  return (
    <td className={`${css.num} ${css.value} ${css.valueCell}`} {...mark("value", sorted)}>
      {row.value === null ? (
        <span className={css.unknown}>{row.state === "unpriced" ? "Not counted" : "Not converted"}</span>
      ) : (
        <Money
          amount={row.value}
          currency={currency}
          figure={row.valueFigure}
          room={ROOM}
          label={`${row.name}, value`}
        />
      )}
      {row.state === "partly_priced" ? (
        <span className={cells.partly} title={row.reasons.map((reason) => reason.text).join(" ")}>
          partly counted
        </span>
      ) : null}
    </td>
  );
}

/** Its share of the total; for an asset without a price the button that sets one. */
function ShareCell({ row, sorted, actions }: AssetLineProps) {
  const canSet = row.state === "unpriced" && row.reasons.some(({ code }) => wantsPrice(row.amount, code));
  return (
    <td className={`${css.num} ${cells.share}`} {...mark("share", sorted)}>
      {canSet && actions ? (
        <Button tone="link" small aria-label={`Set a price for ${row.symbol}`} onClick={() => actions.onSetPrice(row)}>
          Set a price
        </Button>
      ) : row.share === null ? (
        "–"
      ) : (
        percent(row.share)
      )}
    </td>
  );
}

function ChangeCell({ row: { change }, sorted }: AssetLineProps) {
  return (
    <td className={`${css.num} ${css.changeCell}`} {...mark("change", sorted)}>
      {change === null ? null : <span className={css[tone(change) ?? ""]}>{percentChange(change)}</span>}
    </td>
  );
}

/** The flag of a suspicious asset; its title explains it. */
const flagWords = (code: string): string => (code === "look_alike" ? "look-alike" : "spam?");

const Flags = ({ row }: { row: ViewRow }) =>
  row.flags.map((flag) => (
    <Tag key={flag.text} tone="warn" title={flag.text}>
      {flagWords(flag.code)}
    </Tag>
  ));

/** The second line of a row on phones: price and its change, or quantity and price where the change has the room of the gain. */
function UnitLine({ row, currency, gains }: AssetLineProps) {
  const text = useAmountText();
  if (row.price === null || row.amount === null) return null;
  const { change } = row;
  return (
    <small className={css.unitLine}>
      {gains === "none" ? `${text.shortQuantity(row.amount)} · ` : null}
      <Price amount={row.price} currency={currency} figure={row.priceFigure} label={`${row.name}, price`} />
      {gains === "none" || change === null ? null : (
        <span className={css[tone(change) ?? ""]}>{percentChange(change)}</span>
      )}
    </small>
  );
}

/** The quantity with the symbol, and what kind of asset it is. */
function QuantityLine({ row }: { row: ViewRow }) {
  const text = useAmountText();
  const quantity = row.amount === null ? "" : `${text.shortQuantity(row.amount)} `;
  return (
    <small>
      {quantity + (row.only ? `${row.symbol} on ${row.only}` : row.symbol)}
      <ReceiptTag of={row.receipt} />
      <Flags row={row} />
    </small>
  );
}

/** The button that shows or hides the places of an asset that is held in several. */
function Chevron({ row, hasOpenPlaces, onPlaces }: AssetLineProps) {
  if (row.parts.length < 2) return <span className={cells.chevron} />;
  return (
    <button
      type="button"
      className={cells.chevron}
      aria-expanded={hasOpenPlaces}
      aria-label={`Where ${row.name} is held`}
      title="Held in"
      onClick={onPlaces}
    >
      <Icon name={hasOpenPlaces ? "down" : "right"} size={16} />
    </button>
  );
}

/** The row of an asset. The whole row opens the panel. */
export function AssetLine(props: AssetLineProps) {
  const { row, colour, sorted, isOpen, onOpen } = props;
  return (
    <tr className={css.row} data-open={isOpen || undefined}>
      <th scope="row" {...mark("name", sorted)}>
        <span className={css.asset}>
          <Chevron {...props} />
          <Avatar
            name={row.symbol}
            colour={colour}
            mark={row.mark}
            network={row.only ? row.parts[0]?.chainMark : null}
          />
          <span className={css.name} title={`${row.name} (${row.symbol})`}>
            <button type="button" className={css.open} aria-haspopup="dialog" onClick={onOpen}>
              {row.name}
              <span className="vh">, details and actions</span>
            </button>
            <QuantityLine row={row} />
            <UnitLine {...props} />
          </span>
        </span>
      </th>
      <PriceCell {...props} />
      <ChangeCell {...props} />
      {props.line === null ? null : <td className={css.lineCell}>{props.line}</td>}
      <ValueCell {...props} />
      <GainCell {...props} />
      <ShareCell {...props} />
    </tr>
  );
}
