import type { ReactNode } from "react";
import { useAmountText } from "../../format/amounts";
import { fractionOf, parseDecimal } from "../../format/decimal";
import { tone } from "../../format/money";
import { percent, percentChange } from "../../format/quantity";
import { plural } from "../../format/text";
import { Avatar } from "../../ui/Avatar";
import { Button } from "../../ui/Button";
import { Meter } from "../../ui/Meter";
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
  /** The largest share of the total, to which bars are scaled; null if the rows are filtered, which hides the bars. */
  largestShare: string | null;
  /** The actions of the asset; null in a view-only portfolio. */
  actions: AssetActions | null;
  /** Whether its panel is open. */
  isOpen: boolean;
  onOpen: () => void;
}

/** The number of characters that fit into the amount column. */
const ROOM = 19;

const distinct = (values: readonly string[]): number => new Set(values).size;

/** The wallets and networks that hold the asset, in short. */
function placesOf(row: ViewRow): string {
  // The addresses of an extended public key share one wallet label.
  const wallets = distinct(row.parts.map((part) => part.wallet_label));
  const chains = distinct(row.parts.map((part) => part.chain));
  const [only] = row.parts;
  if (wallets === 1 && only) return chains === 1 ? only.wallet_label : `${only.wallet_label} on ${chains} networks`;
  return chains === 1 ? plural(wallets, "wallet") : `${plural(wallets, "wallet")} on ${plural(chains, "network")}`;
}

function shareLength(share: string, largest: string): number {
  const [a, b] = [parseDecimal(share), parseDecimal(largest)];
  return a && b ? Math.max(0.02, fractionOf(a, b)) : 0;
}

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

function ShareCell({ row, colour, largestShare }: AssetLineProps) {
  return (
    <td>
      <span className={cells.share}>
        <span className={cells.shareWords}>{row.share === null ? "–" : percent(row.share)}</span>
        {row.share === null || largestShare === null ? null : (
          <Meter part={shareLength(row.share, largestShare)} colour={colour} className={cells.shareBar} />
        )}
      </span>
    </td>
  );
}

function PlacesCell({ row, actions }: AssetLineProps) {
  if (row.state === "unpriced" && actions && row.reasons.some(({ code }) => wantsPrice(row.amount, code)))
    return (
      <td>
        <Button tone="link" small aria-label={`Set a price for ${row.symbol}`} onClick={() => actions.onSetPrice(row)}>
          Set a price
        </Button>
      </td>
    );
  return (
    <td>
      <span className={cells.placeWords} title={placesOf(row)}>
        {placesOf(row)}
      </span>
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

/** The row of an asset. The whole row opens the panel. */
export function AssetLine(props: AssetLineProps) {
  const { row, colour, sorted, isOpen, onOpen } = props;
  const text = useAmountText();
  return (
    <tr className={css.row} data-open={isOpen || undefined}>
      <th scope="row" {...mark("name", sorted)}>
        <span className={css.asset}>
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
            <small>
              {row.only ? `${row.symbol} on ${row.only}` : row.symbol}
              <ReceiptTag of={row.receipt} />
              <Flags row={row} />
            </small>
            <UnitLine {...props} />
          </span>
        </span>
      </th>
      <PriceCell {...props} />
      <ChangeCell {...props} />
      {props.line === null ? null : <td className={css.lineCell}>{props.line}</td>}
      <td className={`${css.num} ${css.amountCell}`} {...mark("amount", sorted)}>
        {row.amount === null ? "–" : text.shortQuantity(row.amount)}
      </td>
      <ValueCell {...props} />
      <GainCell {...props} />
      <ShareCell {...props} />
      <PlacesCell {...props} />
    </tr>
  );
}
