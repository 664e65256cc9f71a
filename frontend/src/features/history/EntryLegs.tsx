import { useAmountText } from "../../format/amounts";
import { price } from "../../format/money";
import css from "./entryLegs.module.css";
import { LegAmount, LegMark } from "./LegLine";
import { legsOf, noLegsWords, type ShownLeg } from "./legs";
import type { HistoryRow, Leg } from "./types";
import { Value } from "./Values";

const roles: Record<Leg["role"], string> = { out: "Out", in: "In", fee: "Fee" };

const bases: Readonly<Record<string, string>> = {
  moment: "at that moment",
  close: "at that day's close",
  earlier_close: "at an earlier day's close",
};

/** The price that a value follows from, or why there is none. */
function priceWords({ price_then, price_then_basis, reason, symbol }: Leg, currency: string): string {
  if (price_then === null) return reason?.text ?? "";
  return `${price(price_then, currency)} per ${symbol}${price_then_basis && bases[price_then_basis] ? `, ${bases[price_then_basis]}` : ""}`;
}

export type FigureOf = (place: string) => string | undefined;

interface LegRowProps extends ShownLeg {
  row: HistoryRow;
  label: string;
  currency: string;
  /** The place of the leg in the answer: `legs/0`. */
  place: string;
  figureOf: FigureOf;
  /** Why the amount is not exact. */
  problem?: string | null;
}

function LegRow({ leg, sign, row, label, currency, place, figureOf, problem = null }: LegRowProps) {
  const text = useAmountText();
  // The fee is small; its price is one step away, in the explanation.
  const why = leg.role === "fee" && leg.value_then !== null ? "" : priceWords(leg, currency);
  const isDue = !row.failed || leg.role === "fee";
  const value = { currency, isDue, reason: leg.reason };
  return (
    <li>
      <span className={css.role}>{label}</span>
      <LegMark leg={leg} size={28} network={row.chain_mark} />
      <span className={css.legWords}>
        <LegAmount leg={leg} sign={sign} className={css.legAmount} isFull />
        {leg.amount === null ? <small>Raw amount {text.raw(leg.raw)}. Its decimals are not known.</small> : null}
        {why ? <small title={why}>{why}</small> : null}
        {problem ? <small className={css.problem}>{problem}</small> : null}
      </span>
      <span className={css.legValues}>
        <b>
          <Value
            {...value}
            problem={problem}
            amount={leg.value_then}
            label={`${leg.symbol}, value then`}
            figure={figureOf(`${place}/value_then`)}
          />
        </b>
        {leg.value_today === null ? null : (
          <small>
            <Value
              {...value}
              amount={leg.value_today}
              label={`${leg.symbol}, value today`}
              figure={figureOf(`${place}/value_today`)}
            />{" "}
            today
          </small>
        )}
      </span>
    </li>
  );
}

interface EntryLegsProps {
  row: HistoryRow;
  currency: string;
  figureOf: FigureOf;
  /** Why the fee is not exact. */
  feeProblem: string | null;
}

/** What moved, with its values then and today, and the fee. */
export function EntryLegs({ row, currency, figureOf, feeProblem }: EntryLegsProps) {
  const legs = legsOf(row);
  const { fee } = row;
  const props = { row, currency, figureOf };
  return (
    <ul className={css.legs} aria-label="Amounts">
      {legs.length === 0 ? <li className={css.noLegs}>{noLegsWords(row)}</li> : null}
      {legs.map(({ leg, sign }) => (
        <LegRow
          key={`${leg.role} ${leg.asset} ${leg.token_id}`}
          {...props}
          leg={leg}
          sign={sign}
          label={sign === "none" ? "Moved" : roles[leg.role]}
          place={`legs/${row.legs.indexOf(leg)}`}
        />
      ))}
      {fee ? <LegRow {...props} leg={fee} sign="none" label={roles.fee} place="fee" problem={feeProblem} /> : null}
      {!fee && feeProblem ? (
        <li className={css.noLegs}>
          <span className={css.role}>{roles.fee}</span>
          <span className={css.legWords}>
            Not known
            <small className={css.problem}>{feeProblem}</small>
          </span>
        </li>
      ) : null}
    </ul>
  );
}
