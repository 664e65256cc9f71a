import { useState } from "react";
import { Link } from "react-router";
import { useAmountText } from "../../format/amounts";
import { percentOf } from "../../format/quantity";
import { plural } from "../../format/text";
import { Money } from "../../ui/Money";
import type { Slice } from "./allocation";
import css from "./allocationDialog.module.css";
import { othersOf, type SliceHolding } from "./sliceHoldings";
import { isOwed } from "./valued";

/** The number of places shown at first. */
const TOP = 2;
/** The maximum length of an amount, so that the name keeps enough space. */
const ROOM = 16;

interface PlaceProps {
  holding: SliceHolding;
  slice: Slice;
  currency: string;
  isDivided: boolean;
}

/** A place of the part, with its value and its share of the part. */
function Place({ holding: { name, note, amount, value, figure }, slice, currency, isDivided }: PlaceProps) {
  const text = useAmountText();
  return (
    <li>
      <span className={css.place} title={`${name}, ${note}`}>
        {name}
        <small>{note}</small>
      </span>
      <span className={css.amount}>{amount === null ? "" : text.shortQuantity(amount)}</span>
      <span className={css.value}>
        {value === null ? (
          <span className={css.unknown}>Not counted</span>
        ) : (
          <Money
            amount={value}
            currency={currency}
            figure={figure}
            room={ROOM}
            label={`${slice.name}, ${name}, ${note}`}
          />
        )}
      </span>
      <em>{value === null || !isDivided ? "" : percentOf(value, slice.value)}</em>
    </li>
  );
}

interface SliceHoldingsProps {
  slice: Slice;
  currency: string;
  /** Called when the details of its asset are opened. */
  onLeave: () => void;
}

/** The largest places of the chosen part, and all of them after a press. */
export function SliceHoldings({ slice, currency, onLeave }: SliceHoldingsProps) {
  const [isAll, setAll] = useState(false);
  const text = useAmountText();
  const holdings = slice.holdings();
  // One place more needs no more room than the line that names it.
  const isCut = !isAll && holdings.length > TOP + 1;
  const shown = isCut ? holdings.slice(0, TOP) : holdings;
  // What is partly owed is no whole of which the holdings are parts.
  const isDivided = !holdings.some(isOwed) || holdings.every(isOwed);
  const others = othersOf(holdings.slice(TOP));
  const { row } = slice;
  // A part that is no asset holds several of them.
  const noun = row ? "place" : "holding";
  return (
    <div className={css.places}>
      <p className={css.placesHead}>
        <span role="status">
          {isCut ? `Top ${TOP} of ${plural(holdings.length, noun)}` : plural(holdings.length, noun)}
        </span>
        {row ? (
          <Link to={`?asset=${encodeURIComponent(row.group)}`} preventScrollReset onClick={onLeave}>
            Details
          </Link>
        ) : null}
        <span className={css.amount}>{row?.amount ? `${text.shortQuantity(row.amount)} ${row.symbol}` : ""}</span>
      </p>
      <ul aria-label={`Where ${slice.name} is held`}>
        {shown.map((holding) => (
          <Place key={holding.id} holding={holding} slice={slice} currency={currency} isDivided={isDivided} />
        ))}
        {isCut ? (
          <li>
            <button type="button" className={css.others} onClick={() => setAll(true)}>
              Other, {plural(holdings.length - TOP, noun)}
            </button>
            <span className={css.amount}>{others.amount === null ? "" : text.shortQuantity(others.amount)}</span>
            <span className={css.value}>{others.value === null ? "" : text.money(others.value, currency)}</span>
            <em>{others.value === null || !isDivided ? "" : percentOf(others.value, slice.value)}</em>
          </li>
        ) : null}
      </ul>
    </div>
  );
}
