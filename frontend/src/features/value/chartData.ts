import type { ChartColumn } from "../../charts/columns";
import { chartColumn } from "../../charts/columns";
import type { ValueSeries } from "../../charts/series";
import { paddedDays, paddingOf } from "./periods";
import { columnOfRows, isDust, periodValue, rowsOn, shownTokens, tokensOf, type ValueToken } from "./tokens";
import type { ValueGraph, ValueRow } from "./types";
import type { ValueMeasure, ValueView } from "./valueView";

/** One color of the chart: a token, or everything else. */
export interface ValueBand {
  id: string;
  /** The short name for the legend. */
  label: string;
  /** The full name for the panel. */
  name: string;
  colour: string;
  rows: readonly ValueRow[];
}

/** The colors of the tokens, the lowest first, and of everything else. */
const COLOURS = ["var(--c1)", "var(--c2)", "var(--c3)", "var(--c4)"] as const;
const OTHER = { id: "other", label: "Other", name: "Other", colour: "var(--c8)" } as const;

/** What the chart, the legend and the panel show of an answer. */
export interface ValueParts {
  /** All rows on the chosen chains. */
  rows: readonly ValueRow[];
  /** The tokens to choose from, the highest latest value first. */
  tokens: readonly ValueToken[];
  /** The lowest first. */
  bands: readonly ValueBand[];
  /** The rows that are hidden as dust. */
  dust: readonly ValueRow[];
}

/** The choices that decide which rows belong to which part. */
type PartsView = Pick<ValueView, "chains" | "coins" | "measure"> & { hidesDust: boolean };

/** Divides the rows of an answer into bands. Dust is judged at `end`, the last period of the span. */
export function partsOf({ asset_value_data: data }: ValueGraph, view: PartsView, end: number): ValueParts {
  const rows = rowsOn(data.assets, view.chains);
  const all = tokensOf(rows, data.days.length - 1);
  const isHidden = (of: readonly ValueRow[]) => view.hidesDust && isDust(of, view.measure, end);
  const tokens = all.filter((token) => !isHidden(token.rows));
  const colored = shownTokens(tokens, view.coins);
  const rest = rows.filter(({ asset }) => asset === null).map((row) => [row]);
  const others = [...tokens.filter((token) => !colored.includes(token)).map((token) => token.rows), ...rest];
  const other = others.filter((of) => !isHidden(of)).flat();
  const bands = colored.map(({ coin, symbol, name, rows: of }, i): ValueBand => {
    return { id: coin, label: symbol, name, colour: COLOURS[i] ?? OTHER.colour, rows: of };
  });
  const shown = new Set([...bands.flatMap((band) => band.rows), ...other]);
  return {
    rows,
    tokens,
    bands: other.length > 0 ? [...bands, { ...OTHER, rows: other }] : bands,
    dust: rows.filter((row) => !shown.has(row)),
  };
}

/** The total of each period as numbers. Of some chains it is the sum of their rows. */
function totalColumn(
  { asset_value_data: data }: ValueGraph,
  rows: readonly ValueRow[],
  isAll: boolean,
  measure: ValueMeasure,
  padding: number,
): ChartColumn {
  const length = data.days.length + padding;
  const whole = chartColumn(data[measure], padding, length);
  if (isAll) return whole;
  const sum = columnOfRows(rows, measure, padding, length);
  return whole.map((total, i) => {
    if (i < padding || (Number.isNaN(total) && periodValue(rows, measure, i - padding).isPartial)) return Number.NaN;
    return sum[i] || 0;
  });
}

/** What the chart draws: columns of numbers, for places on the screen only. */
export function seriesOf(answer: ValueGraph, { rows, bands }: ValueParts, view: PartsView): ValueSeries {
  const { asset_value_data: data, group_criteria: unit, coverage } = answer;
  const days = paddedDays(data.days, unit);
  const padding = paddingOf(data.days, unit);
  const isAll = view.chains.length === 0;
  const known = coverage.known_since?.slice(0, 10) ?? "";
  const knownFrom = days.findIndex((day) => day >= known);
  return {
    unit,
    days,
    start: padding,
    knownFrom: knownFrom < 0 ? days.length : knownFrom,
    bands: bands.map(({ id, colour, rows: of }) => ({
      id,
      colour,
      values: columnOfRows(of, view.measure, padding, days.length),
    })),
    total: totalColumn(answer, rows, isAll, view.measure, padding),
    cost: isAll ? chartColumn(data.cost_basis, padding, days.length) : null,
  };
}
