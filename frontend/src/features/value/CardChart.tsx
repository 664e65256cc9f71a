import { useCallback, useMemo } from "react";
import { TotalChart } from "../../charts/TotalChart";
import { useAmountsHidden, useAmountText } from "../../format/amounts";
import { tone } from "../../format/money";
import css from "./assetValueCard.module.css";
import { CardFoot } from "./CardFoot";
import { useCardChoices } from "./cardChoices";
import { type CardFigures, cardFigures, cardRange, cardSeries } from "./cardSeries";
import { EquationPlace } from "./EquationPlace";
import { periodName } from "./periods";
import type { ValueGraph, VisitorToken } from "./types";
import { useRoom } from "./useRoom";

/** The least height of the plot where the card has others beside it. It takes the room that the card has beyond that. */
const LEAST = 206;
/** The room of the chart above and below its plot. */
const AROUND = 36;

/** `above cost` or `under cost`. */
const side = (overCost: string): string => (tone(overCost) === "loss" ? "under cost" : "above cost");

interface TipProps {
  name: string;
  figures: CardFigures;
  currency: string;
}

/** The figures of one period beside the cursor. */
function CardTip({ name, figures: { value, cost, overCost }, currency }: TipProps) {
  const text = useAmountText();
  return (
    <div className={css.tip}>
      <span>{name}</span>
      <b>{value === null ? "Not known" : text.money(value, currency)}</b>
      {cost === null ? null : (
        <dl>
          {overCost === null ? null : (
            <div>
              <dt>{tone(overCost) === "loss" ? "Under cost" : "Above cost"}</dt>
              <dd className={css[tone(overCost) ?? ""]}>{text.change(overCost, currency)}</dd>
            </div>
          )}
          <div>
            <dt>
              <i className={css.dash} />
              Cost basis
            </dt>
            <dd>{text.money(cost, currency)}</dd>
          </div>
        </dl>
      )}
    </div>
  );
}

export interface CardChartProps {
  graph: ValueGraph;
  /** The least height of the plot in pixels. */
  height?: number | undefined;
  /** Whose flows explain the change; undefined where only some wallets are shown, whose flows are not known apart. */
  visitor: VisitorToken | undefined;
}

/** The chart of the card, with what its line and its paler days mean. */
export function CardChart({ graph, height: least = LEAST, visitor }: CardChartProps) {
  const { span, hasCost } = useCardChoices();
  const isHidden = useAmountsHidden();
  const text = useAmountText();
  const [place, room] = useRoom<HTMLDivElement>();
  const { currency_code: currency, group_criteria: unit } = graph;
  const { days } = graph.asset_value_data;
  const series = useMemo(() => cardSeries(graph, hasCost), [graph, hasCost]);
  const [from, to] = cardRange(graph, span);
  const range = useMemo(() => [from, to] as const, [from, to]);
  // Without its figures the chart still shows its form.
  const lineText = useCallback(
    (amount: string) => (isHidden ? "" : text.roughMoney(amount, currency)),
    [isHidden, text, currency],
  );
  const name = (period: number) => periodName(days[period] ?? "", unit);
  const money = (amount: string | null) => (amount === null ? "not known" : text.money(amount, currency));
  const periodText = (period: number) => {
    const { value, cost, overCost } = cardFigures(graph, period);
    const words = overCost === null ? "" : `, ${text.money(overCost.replace(/^-/, ""), currency)} ${side(overCost)}`;
    return `${name(period)}, ${money(value)}${words}${cost === null ? "" : `, cost basis ${money(cost)}`}`;
  };
  const { cost } = cardFigures(graph, to);
  const value = (period: number) => money(cardFigures(graph, period).value);
  return (
    <>
      <div ref={place} className={css.room} style={{ minHeight: least + AROUND }}>
        <TotalChart
          series={series}
          range={range}
          height={Math.max(least, room - AROUND)}
          sentence={`Asset value from ${name(from)} to ${name(to)}: ${value(from)} at the start, ${value(to)} at the end.`}
          lineText={lineText}
          costText={cost === null ? "" : `Cost basis ${text.roughMoney(cost, currency)}`}
          periodText={periodText}
          tip={(period) => <CardTip name={name(period)} figures={cardFigures(graph, period)} currency={currency} />}
        />
      </div>
      <CardFoot graph={graph} from={from} />
      <EquationPlace graph={graph} span={span} visitor={visitor} />
    </>
  );
}
