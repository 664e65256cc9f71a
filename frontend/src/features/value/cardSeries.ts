import { type ChartRange, chartColumn } from "../../charts/columns";
import type { TotalSeries } from "../../charts/series";
import { decimalText, parseDecimal, subtractDecimals } from "../../format/decimal";
import { changeInPercent } from "../../format/quantity";
import { rangeOfLength } from "./periods";
import type { ValueGraph } from "./types";

/** The spans of the card on Home. */
export const CARD_SPANS = [
  { key: "1d", label: "1D", months: 0, days: 1 },
  { key: "1w", label: "1W", months: 0, days: 7 },
  { key: "1m", label: "1M", months: 1, days: 0 },
  { key: "1y", label: "1Y", months: 12, days: 0 },
  { key: "all", label: "All", months: Number.POSITIVE_INFINITY, days: 0 },
] as const;

export type CardSpan = (typeof CARD_SPANS)[number]["key"];

/** The periods of a span. */
export function cardRange({ asset_value_data: { days } }: ValueGraph, span: CardSpan): ChartRange {
  return rangeOfLength(days, CARD_SPANS.find(({ key }) => key === span) ?? CARD_SPANS[3]);
}

/** The first period from which the history of every account is known; the number of periods if none is. */
export function firstKnown({ asset_value_data: { days }, coverage: { known_since: since, complete } }: ValueGraph) {
  if (since === null) return complete ? 0 : days.length;
  // A month and a year have the day of their beginning.
  const first = days.findIndex((day) => day >= since.slice(0, 10));
  return first < 0 ? days.length : first;
}

/** What the chart draws: columns of numbers, for places on the screen only. */
export function cardSeries(graph: ValueGraph, hasCost: boolean): TotalSeries {
  const { asset_value_data: data, group_criteria: unit } = graph;
  const { days, closing, cost_basis: costs } = data;
  const isCostKnown = costs.some((cost) => cost !== null);
  return {
    unit,
    days,
    start: 0,
    knownFrom: firstKnown(graph),
    total: chartColumn(closing, 0, days.length),
    cost: hasCost && isCostKnown ? chartColumn(costs, 0, days.length) : null,
  };
}

/** The figures of one period, as text. */
export interface CardFigures {
  /** Null where a price that matters is missing. */
  value: string | null;
  cost: string | null;
  /** The value above the cost; negative below it. */
  overCost: string | null;
}

/** The exact difference; null if one of them is not known. */
function difference(a: string | null, b: string | null): string | null {
  const [x, y] = [parseDecimal(a ?? ""), parseDecimal(b ?? "")];
  return x && y ? decimalText(subtractDecimals(x, y)) : null;
}

/** What a period was worth and had cost. */
export function cardFigures({ asset_value_data: data }: ValueGraph, period: number): CardFigures {
  const value = data.closing[period] ?? null;
  const cost = data.cost_basis[period] ?? null;
  return { value, cost, overCost: difference(value, cost) };
}

/** A period, by its first day, and the value at its end. */
interface PeriodEnd {
  day: string;
  value: string;
}

/** What was held at the start of a span, and now. */
interface SpanEnds {
  /** The period at whose end the span starts. */
  begin: PeriodEnd;
  /** The current period. */
  end: PeriodEnd;
  /** The first day that the span counts. */
  next: string;
}

/** The start of a span: the end of the first of its periods of which everything is known. Null if that is the last one. */
export function startOfSpan(graph: ValueGraph, span: CardSpan): SpanEnds | null {
  const { days, closing } = graph.asset_value_data;
  const last = days.length - 1;
  const from = Math.max(cardRange(graph, span)[0], firstKnown(graph));
  const start = closing.findIndex((value, period) => period >= from && value !== null);
  const [value, now, day, today, next] = [closing[start], closing[last], days[start], days[last], days[start + 1]];
  if (start < 0 || start >= last || !value || !now || !day || !today || !next) return null;
  return { begin: { day, value }, end: { day: today, value: now }, next };
}

/** The change of the value over a span. */
export interface SpanChange {
  /** The day from which it counts. */
  since: string;
  amount: string;
  /** In percent of the value on that day; null if it was zero. */
  percent: string | null;
}

/** The change over a span, from the first of its days on which everything is known; null if there is none before the last. */
export function spanChange(graph: ValueGraph, span: CardSpan): SpanChange | null {
  const start = startOfSpan(graph, span);
  if (!start) return null;
  const { begin, end } = start;
  const amount = difference(end.value, begin.value);
  return amount ? { since: begin.day, amount, percent: changeInPercent(begin.value, end.value) } : null;
}
