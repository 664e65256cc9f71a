import { useLayoutEffect, useRef } from "react";
import { Link } from "react-router";
import { useAmountText } from "../../format/amounts";
import { percent, percentOf } from "../../format/quantity";
import { count } from "../../format/text";
import { Avatar } from "../../ui/Avatar";
import { Button } from "../../ui/Button";
import { Money } from "../../ui/Money";
import { useRovingFocus } from "../../ui/useRovingFocus";
import { useShowMore } from "../../ui/useShowMore";
import type { Slice } from "./allocation";
import css from "./allocation.module.css";
import { ReceiptTag } from "./ReceiptTag";
import { isOwed } from "./valued";

/** The number of rows shown at first, as in the legend. */
const SHOWN = 6;
/** The maximum length of an amount, so that the name keeps enough space. */
const ROOM = 16;

interface SliceHoldingsProps {
  slice: Slice;
  currency: string;
  onBack: () => void;
}

/** The holdings of the chosen segment, shown in place of the legend. */
export function SliceHoldings({ slice, currency, onBack }: SliceHoldingsProps) {
  const back = useRef<HTMLDivElement>(null);
  const [list, onKeyDown] = useRovingFocus<HTMLUListElement>();
  const text = useAmountText();
  const holdings = slice.holdings();
  const [shown, more] = useShowMore(holdings, SHOWN);
  // What is partly owed is no whole of which the holdings are parts.
  const isDivided = !holdings.some(isOwed) || holdings.every(isOwed);
  const { row } = slice;
  // The legend with the pressed button is gone, so the focus moves to the back button.
  useLayoutEffect(() => back.current?.querySelector("button")?.focus({ preventScroll: true }), []);
  return (
    <div className={css.chosen}>
      <div ref={back} className={css.chosenHead}>
        <Button tone="link" small icon="left" aria-label={`Back to all parts from ${slice.name}`} onClick={onBack}>
          Back
        </Button>
        <h3>
          <Avatar name={slice.code} colour={slice.avatarColour} mark={slice.mark} size={24} />
          <span title={slice.name}>{slice.name}</span>
          <ReceiptTag of={row?.receipt ?? null} />
          {slice.share === null ? null : <em>{percent(slice.share, 2)}</em>}
        </h3>
        <p>
          <Money amount={slice.value} currency={currency} figure={slice.figure} label={`${slice.name}, value`} />
          {row?.amount ? (
            <small>
              {text.shortQuantity(row.amount)} {row.symbol}
            </small>
          ) : null}
          {row ? (
            <Link to={`?asset=${encodeURIComponent(row.group)}`} preventScrollReset>
              Details
            </Link>
          ) : null}
        </p>
      </div>
      <ul ref={list} className={css.places} aria-label={`Where ${slice.name} is held`} onKeyDown={onKeyDown}>
        {shown.map(({ id, name, note, value, figure }) => (
          <li key={id}>
            <span className={css.place} title={`${name}, ${note}`}>
              {name}
              <small>{note}</small>
            </span>
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
        ))}
      </ul>
      {more ? <div className={css.more}>{more}</div> : null}
      <p className="vh" role="status">
        {slice.name}: {count(holdings.length)} places
      </p>
    </div>
  );
}
