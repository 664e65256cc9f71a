import { useAmountText } from "../../format/amounts";
import { momentsOf } from "../../format/calendar";
import { decimalText, parseDecimal, subtractDecimals } from "../../format/decimal";
import { tone } from "../../format/money";
import { count } from "../../format/text";
import { Money } from "../../ui/Money";
import css from "./cardEquation.module.css";
import { type CardSpan, type PeriodEnd, startOfSpan } from "./cardSeries";
import { lastDayOf, periodName } from "./periods";
import { useNetFlow, useValuePeriod } from "./queries";
import type { ValueGraph, VisitorToken } from "./types";

/** What is left of a sum; null where a part cannot be read. */
function rest(sum: string, one: string, other: string): string | null {
  const [all, first, second] = [parseDecimal(sum), parseDecimal(one), parseDecimal(other)];
  return all && first && second ? decimalText(subtractDecimals(subtractDecimals(all, first), second)) : null;
}

/** `+` before what adds and `−` before what takes away. */
const signBefore = (amount: string): string => (tone(amount) === "loss" ? "−" : "+");

/**
 * The id under which the value at the end of a period is explained; undefined until it is known, where the value has changed since, and for
 * visitors.
 */
function useValueFigure(end: PeriodEnd | null, { group_criteria: unit }: ValueGraph, visitor: VisitorToken) {
  const day = end?.day ?? "";
  const { data } = useValuePeriod(day, end ? lastDayOf(day, unit) : "", visitor, end !== null && visitor === null);
  return data?.closing.value === end?.value ? data?.figures["/closing/value"] : undefined;
}

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
  const { data } = useNetFlow(start && Date.parse(momentsOf(start.next, start.next)[0]) / 1_000, visitor);
  const figure = useValueFigure(data && start ? start.begin : null, graph, visitor);
  const nowFigure = useValueFigure(data && start ? start.end : null, graph, visitor);
  const text = useAmountText();
  if (!start || !data) return null;
  const { currency_code: currency, group_criteria: unit } = graph;
  const { net } = data.profit_loss;
  const gain = rest(start.end.value, start.begin.value, net.value);
  if (gain === null) return null;
  const magnitude = (amount: string) => text.money(amount.replace(/^-/, ""), currency);
  const unpriced = net.left_out > 0 ? `, ${count(net.left_out)} not priced` : "";
  return (
    <dl className={css.equation} aria-label="How the value changed">
      <div>
        <dd>
          <Money amount={start.begin.value} currency={currency} figure={figure} label="Value at the start" />
        </dd>
        <dt>On {periodName(start.begin.day, unit)}</dt>
      </div>
      <i aria-hidden="true">{signBefore(net.value)}</i>
      <div>
        <dd>
          <Money
            amount={net.value.replace(/^-/, "")}
            currency={currency}
            figure={data.figures["/profit_loss/net/value"]}
            label="Net flows"
          />
        </dd>
        <dt>Net flows{unpriced}</dt>
      </div>
      <i aria-hidden="true">{signBefore(gain)}</i>
      <div>
        <dd className={css[tone(gain) ?? ""]}>{magnitude(gain)}</dd>
        <dt>{signBefore(gain) === "−" ? "Loss" : "Gain"}, after fees</dt>
      </div>
      <i aria-hidden="true">=</i>
      <div>
        <dd>
          <Money amount={start.end.value} currency={currency} figure={nowFigure} label="Value now" />
        </dd>
        <dt>Now</dt>
      </div>
    </dl>
  );
}
