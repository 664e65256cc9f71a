import { useAmountText } from "../../format/amounts";
import { tone } from "../../format/money";
import { percentChange } from "../../format/quantity";
import { Avatar } from "../../ui/Avatar";
import { Card } from "../../ui/Card";
import { Change } from "../../ui/Money";
import { direction, isQuiet, mainCauses, reasonWords } from "./dayChange";
import { MovesSkeleton } from "./MovesSkeleton";
import { portfolioState } from "./portfolioState";
import { useDayChange } from "./queries";
import type { AssetMove, DayChange, Portfolio, VisitorToken } from "./types";
import css from "./whatMoved.module.css";

/** The longest name that fits into the sentence. */
const LONGEST_NAME = 16;
/** The longest name that fits beside its figures. */
const LONGEST_IN_ROW = 19;

/** The name of an asset, or the symbol of one whose name is longer. */
const shortName = ({ name, symbol }: AssetMove, longest: number): string =>
  name.length > longest ? symbol || name : name;

/** A sentence about the direction of the total and its main causes. */
function Sentence({ day }: { day: DayChange }) {
  const text = useAmountText();
  const { change, currency_code: currency } = day;
  const way = change === null ? null : direction(change);
  if (change === null || way === null) return <p className={css.line}>Nothing changed your total.</p>;
  if (isQuiet(day)) {
    const limit = day.quiet_below === null ? null : text.money(day.quiet_below, currency);
    return <p className={css.line}>Little moved: no asset changed the total by more than {limit}.</p>;
  }
  const names = mainCauses(day).map((move) => shortName(move, LONGEST_NAME));
  const size = text.money(change.replace(/^-/, ""), currency);
  const causes = names.length > 0 ? `, mostly ${names.join(" and ")}.` : ".";
  return (
    <p className={css.line} title={`${way} ${size}${causes}`}>
      {way} <b className={css[tone(change) ?? ""]}>{size}</b>
      {causes}
    </p>
  );
}

interface MoveProps {
  move: AssetMove;
  currency: string;
  figure: string | undefined;
  colour: string;
}

function Move({ move, currency, figure, colour }: MoveProps) {
  const { name, symbol, mark, change, change_percent } = move;
  return (
    <li>
      <Avatar name={symbol} colour={colour} size={20} mark={mark} />
      <span className={css.name} title={name}>
        {shortName(move, LONGEST_IN_ROW)}
      </span>
      <small className={css[tone(change) ?? ""]}>
        {change_percent === null ? "New" : percentChange(change_percent)}
      </small>
      <span className={css.change}>
        <Change amount={change} currency={currency} figure={figure} label={`${name}, 24h change`} />
      </span>
    </li>
  );
}

/** Reasons that resolve themselves. */
const COMING: readonly string[] = ["not_requested_yet", "not_read_yet"];

interface WhatMovedProps {
  portfolio: Portfolio;
  visitorToken: VisitorToken;
  colours: ReadonlyMap<string, string>;
}

/** The card of the day's change: a sentence, then the assets that changed the total most. */
export function WhatMoved({ portfolio, visitorToken, colours }: WhatMovedProps) {
  const { data: day, isError } = useDayChange(visitorToken, portfolio);
  const state = portfolioState(portfolio);
  const isComing = day === undefined ? !isError : day.reason !== null && COMING.includes(day.reason.code);
  if (state === "reading" || (state === "known" && isComing)) return <MovesSkeleton />;
  const isKnown = day !== undefined && day.change !== null && state === "known";
  return (
    <Card title="What moved" aside="24 hours" className={css.card}>
      {isKnown ? (
        <>
          <Sentence day={day} />
          <ul className={css.list}>
            {day.moved.map((move, i) => (
              <Move
                key={move.group}
                move={move}
                currency={day.currency_code}
                figure={day.figures[`/moved/${i}/change`]}
                colour={colours.get(move.group) ?? "var(--c8)"}
              />
            ))}
          </ul>
        </>
      ) : (
        <p className={css.line}>{state === "empty" ? "No assets yet." : reasonWords(day?.reason ?? null)}</p>
      )}
    </Card>
  );
}
