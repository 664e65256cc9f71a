import { shiftedDay } from "../../format/calendar";
import { tone } from "../../format/money";
import { count } from "../../format/text";
import { Money } from "../../ui/Money";
import css from "./cardEquation.module.css";
import { type CardSpan, startOfSpan } from "./cardSeries";
import { lastDayOf, periodName } from "./periods";
import { useValueChange } from "./queries";
import type { ValueGraph, VisitorToken } from "./types";

/** An amount without its sign, which stands before it. */
const magnitude = (amount: string): string => amount.replace(/^-/, "");

const gainName = (amount: string): string => (tone(amount) === "loss" ? "Loss" : "Gain");

/** `+` before what adds and `−` before what takes away. */
const signBefore = (amount: string): string => (tone(amount) === "loss" ? "−" : "+");

interface CardEquationProps {
  graph: ValueGraph;
  span: CardSpan;
  visitor: VisitorToken;
}

/**
 * How the value at the start of the span became that of now: by what came in and went out, and by gains, from which fees are
 * paid. Left out until the history is read, and where the start is not known.
 */
export function CardEquation({ graph, span, visitor }: CardEquationProps) {
  const start = graph.data_loaded ? startOfSpan(graph, span) : null;
  const { data } = useValueChange(start && [start.next, lastDayOf(start.end.day, graph.group_criteria)], visitor);
  if (!start || !data) return null;
  const { currency_code: currency, opening, net_flow: net, gain, closing, figures } = data;
  const unpriced = net.left_out > 0 ? `, ${count(net.left_out)} not priced` : "";
  const term = (place: string, amount: string, label: string) => (
    <Money amount={amount} currency={currency} figure={figures[`/${place}/value`]} label={label} />
  );
  return (
    <dl className={css.equation} aria-label="How the value changed">
      <div>
        <dd>{term("opening", opening.value, "Value at the start")}</dd>
        <dt>On {periodName(shiftedDay(data.first_day, -1), graph.group_criteria)}</dt>
      </div>
      <i aria-hidden="true">{signBefore(net.value)}</i>
      <div>
        <dd>{term("net_flow", magnitude(net.value), "Net flows")}</dd>
        <dt>Net flows{unpriced}</dt>
      </div>
      <i aria-hidden="true">{signBefore(gain.value)}</i>
      <div>
        <dd className={css[tone(gain.value) ?? ""]}>{term("gain", magnitude(gain.value), gainName(gain.value))}</dd>
        <dt>{gainName(gain.value)}, after fees</dt>
      </div>
      <i aria-hidden="true">=</i>
      <div>
        <dd>{term("closing", closing.value, "Value now")}</dd>
        <dt>Now</dt>
      </div>
    </dl>
  );
}
