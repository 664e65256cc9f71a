import { fractionOf, parseDecimal } from "../../format/decimal";
import { percent, percentOf, shortQuantity } from "../../format/quantity";
import { Dot } from "../../ui/Disc";
import { Money } from "../../ui/Money";
import { ReceiptTag } from "./ReceiptTag";
import { type Holder, holders, type Segment } from "./shares";
import css from "./shares.module.css";

/** Letters of an amount that leave a name its room. */
const ROOM = 14;

const tones = (colour: string): readonly string[] => [
  `color-mix(in oklab, ${colour} 58%, var(--ink))`,
  colour,
  `color-mix(in oklab, ${colour} 45%, var(--surface))`,
];

/** A part's length in a bar, for the eye alone. */
function lengthOf(part: string, whole: string): number {
  const a = parseDecimal(part);
  const b = parseDecimal(whole);
  return a && b ? fractionOf(a, b) : 0;
}

interface HoldersProps {
  of: readonly Holder[];
  segment: Segment;
  currency: string;
}

/** Where the asset is held: a bar, and the same in words. */
function Holders({ of, segment, currency }: HoldersProps) {
  const colours = tones(segment.colour);
  return (
    <>
      <span className={css.bar} aria-hidden="true">
        {of.map(({ id, value }, i) => (
          <i key={id} style={{ flexGrow: lengthOf(value, segment.value), background: colours[i] }} />
        ))}
      </span>
      <ul className={css.holders}>
        {of.map(({ id, name, note, value, figure }, i) => (
          <li key={id}>
            <Dot colour={colours[i] ?? segment.colour} />
            <span title={`${name}, ${note}`}>
              {name}
              <small>{note}</small>
            </span>
            <b>
              <Money
                amount={value}
                currency={currency}
                figure={figure}
                room={ROOM}
                label={`${segment.name}, ${name}, ${note}`}
              />
              <small>{percentOf(value, segment.value)}</small>
            </b>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The chosen part of the ring: name, share, value, quantity and its largest places. */
export function ChosenAsset({ segment, currency }: { segment: Segment; currency: string }) {
  const { row } = segment;
  return (
    <div className={css.chosen}>
      <h3>
        <Dot colour={segment.colour} />
        <span title={segment.name}>{segment.name}</span>
        {segment.share === null ? null : <em>{percent(segment.share, 2)}</em>}
      </h3>
      <p>
        <Money
          amount={segment.value}
          currency={currency}
          figure={segment.figure}
          label={`${segment.name}, value of the chosen asset`}
        />
        <ReceiptTag of={row?.receipt ?? null} />
        {row?.amount ? (
          <small>
            {shortQuantity(row.amount)} {row.symbol}
          </small>
        ) : null}
      </p>
      {row ? <Holders of={holders(row)} segment={segment} currency={currency} /> : null}
    </div>
  );
}
