import { decimalText, parseDecimal, subtractDecimals } from "../../format/decimal";
import type { ValueBand, ValueParts } from "./chartData";
import { periodValue, totalIn } from "./tokens";
import type { ValueGraph } from "./types";
import type { ValueView } from "./valueView";

/** The value of a band in a period. */
export interface BandFigure {
  band: Pick<ValueBand, "id" | "label" | "name" | "colour">;
  /** Null if no price is known. */
  value: string | null;
  /** How many assets it has. */
  held: number;
}

/** The figures of one period, as text. */
export interface PeriodFigures {
  /** Null where a price that matters is missing. */
  total: string | null;
  /** From the top of the stack; without what was not held. */
  bands: BandFigure[];
  /** What is hidden as dust; null if there is none. */
  dust: BandFigure | null;
  /** What everything that was held cost; null if it is not known, or of some chains only. */
  cost: string | null;
  /** The total above the cost; negative below it. */
  overCost: string | null;
  /** How many assets without a price are left out. */
  unpriced: number;
}

const DUST = { id: "dust", label: "Hidden dust", name: "Hidden dust", colour: "transparent" } as const;

/** The exact difference; null if one of them is not known. */
function difference(a: string | null, b: string | null): string | null {
  const [x, y] = [parseDecimal(a ?? ""), parseDecimal(b ?? "")];
  return x && y ? decimalText(subtractDecimals(x, y)) : null;
}

/** What a period of the history was worth, by band, and what it had cost. */
export function figuresOf(
  { asset_value_data: data }: ValueGraph,
  { rows, bands, dust }: ValueParts,
  { chains, measure }: Pick<ValueView, "chains" | "measure">,
  period: number,
): PeriodFigures {
  const isAll = chains.length === 0;
  const figure = (band: BandFigure["band"], of: ValueBand["rows"]): BandFigure => {
    const { value, held } = periodValue(of, measure, period);
    return { band, value, held };
  };
  const total = totalIn(data, rows, isAll, measure, period);
  const cost = isAll ? (data.cost_basis[period] ?? null) : null;
  const hidden = figure(DUST, dust);
  return {
    total,
    bands: bands
      .map((band) => figure(band, band.rows))
      .filter(({ held }) => held > 0)
      .reverse(),
    dust: hidden.held > 0 ? hidden : null,
    cost,
    overCost: difference(total, cost),
    unpriced: isAll ? (data.unpriced[period] ?? 0) : 0,
  };
}
