import { Suspense } from "react";
import { fractionOf, parseDecimal } from "../../format/decimal";
import { percent, shortQuantity } from "../../format/quantity";
import { plural } from "../../format/text";
import { Button } from "../../ui/Button";
import { Disc, Discs } from "../../ui/Disc";
import { Icon } from "../../ui/Icon";
import { later } from "../../ui/later";
import { Meter } from "../../ui/Meter";
import { Money, Price } from "../../ui/Money";
import type { AssetSteps } from "./AssetParts";
import type { SortKey, ViewRow } from "./assetView";
import { wantsPrice } from "./missing";
import { ReceiptTag } from "./ReceiptTag";
import css from "./table.module.css";

/** Fetched with the first row that is opened. */
const AssetParts = later(() => import("./AssetParts"), "AssetParts");

export interface AssetLineProps {
  row: ViewRow;
  currency: string;
  colour: string;
  chainColours: ReadonlyMap<string, string>;
  sorted: SortKey;
  /** The largest share of the whole total, to which bars are scaled; null where the rows are only a part, and have no bars. */
  largestShare: string | null;
  /** What can be done about it; null where one only looks. */
  steps: AssetSteps | null;
  open: boolean;
  onOpen: (open: boolean) => void;
}

/** Letters of an amount that fit into its column. */
const ROOM = 19;

const distinct = (values: readonly string[]): number => new Set(values).size;

/** Where it is held, in few words. */
function placesOf(row: ViewRow): string {
  // The addresses of an extended public key are one wallet, and called so.
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
/** There is a price, which is not believed. */
const HELD: readonly string[] = ["sources_disagree", "held_back", "one_source", "thin_market"];

/** Why there is no price, in two words. While it is being requested nothing is missing yet. */
function noPriceWords({ reasons }: ViewRow): string {
  const has = (...codes: string[]) => reasons.some(({ code }) => codes.includes(code));
  if (reasons.length > 0 && reasons.every(({ code }) => code === "not_asked_yet")) return ASKING;
  if (has("no_rate")) return "No rate";
  if (has("only_stale_quotes")) return "Old price";
  return reasons.some(({ code }) => HELD.includes(code)) ? "Unconfirmed" : "No price";
}

function PriceCell({ row, currency, sorted }: AssetLineProps) {
  const words = noPriceWords(row);
  return (
    <td className={css.num} {...mark("price", sorted)}>
      {row.price === null ? (
        <span
          className={words === ASKING ? css.unknown : css.noPrice}
          title={row.reasons.map((reason) => reason.text).join(" ")}
        >
          {words}
        </span>
      ) : (
        <Price amount={row.price} currency={currency} figure={row.priceFigure} label={`${row.name}, price`} />
      )}
      {row.manual_price ? <span className={css.own}>Custom</span> : null}
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
        <span className={css.partly} title={row.reasons.map((reason) => reason.text).join(" ")}>
          partly counted
        </span>
      ) : null}
    </td>
  );
}

function ShareCell({ row, colour, largestShare }: AssetLineProps) {
  return (
    <td>
      <span className={css.share}>
        <span className={css.shareWords}>{row.share === null ? "–" : percent(row.share)}</span>
        {row.share === null || largestShare === null ? null : (
          <Meter part={shareLength(row.share, largestShare)} colour={colour} className={css.shareBar} />
        )}
      </span>
    </td>
  );
}

function PlacesCell({ row, chainColours, steps }: AssetLineProps) {
  const chains = new Map(row.parts.map((part) => [part.chain, part.chain_name]));
  const discs = [...chains].map(([chain, name]) => ({ name, colour: chainColours.get(chain) ?? "var(--c8)" }));
  if (row.state === "unpriced" && steps && row.reasons.some(({ code }) => wantsPrice(row.amount, code)))
    return (
      <td>
        <Button tone="link" small aria-label={`Set a price for ${row.symbol}`} onClick={() => steps.onSetPrice(row)}>
          Set a price
        </Button>
      </td>
    );
  return (
    <td>
      <span className={css.places} title={placesOf(row)}>
        <Discs of={discs} size={20} />
        <span className={css.placeWords}>{placesOf(row)}</span>
      </span>
    </td>
  );
}

/** What is odd about it, in a word that says more when it is pointed at. */
const flagWords = (code: string): string => (code === "look_alike" ? "look-alike" : "spam?");

const Flags = ({ row }: { row: ViewRow }) =>
  row.flags.map((flag) => (
    <span key={flag.text} className={css.flag} title={flag.text}>
      {flagWords(flag.code)}
    </span>
  ));

const amountOf = (row: ViewRow): string => (row.amount === null ? "–" : shortQuantity(row.amount));

/** One asset over all places; it opens into its parts. */
export function AssetLine(props: AssetLineProps) {
  const { row, currency, colour, chainColours, sorted, open, onOpen } = props;
  return (
    <>
      <tr className={css.row}>
        <th scope="row" {...mark("name", sorted)}>
          <span className={css.asset}>
            <button
              type="button"
              className={css.expand}
              aria-expanded={open}
              aria-label={`${row.name}, details and actions`}
              onClick={() => onOpen(!open)}
            >
              <Icon name={open ? "down" : "right"} size={14} />
            </button>
            <Disc name={row.symbol} colour={colour} />
            <span className={css.name} title={`${row.name} (${row.symbol})`}>
              {row.name}
              <small>
                {row.only ? `${row.symbol} on ${row.only}` : row.symbol}
                <ReceiptTag of={row.receipt} />
                <Flags row={row} />
              </small>
            </span>
          </span>
        </th>
        <PriceCell {...props} />
        <td className={`${css.num} ${css.amountCell}`} title={row.amount ?? undefined} {...mark("amount", sorted)}>
          {amountOf(row)}
        </td>
        <ValueCell {...props} />
        <ShareCell {...props} />
        <PlacesCell {...props} />
      </tr>
      {open ? (
        <Suspense fallback={null}>
          <AssetParts row={row} currency={currency} chainColours={chainColours} steps={props.steps} />
        </Suspense>
      ) : null}
    </>
  );
}
