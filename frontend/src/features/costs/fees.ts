import { PART_COLOURS, REST_COLOUR } from "../../charts/bars";
import { addedTotals } from "../../format/partialTotal";
import type { Fees, FeeTotal } from "./types";

/** One color of the chart: a chain, or all that have none of their own. */
export interface FeeBand {
  id: string;
  name: string;
  colour: string;
  /** The ids of its chains. */
  chains: readonly string[];
  total: FeeTotal;
  /** The id under which the total is explained. */
  figure: string | undefined;
}

/** The fees of one period. */
export interface FeePeriod {
  /** Its first day. */
  day: string;
  total: FeeTotal;
  /** The fees of each band, in their order. */
  values: readonly FeeTotal[];
}

/** The chains with a color of their own, the largest first, and the others as one. */
export function feeBands({ chains, figures }: Pick<Fees, "chains" | "figures">): FeeBand[] {
  const bands = chains.map(
    ({ chain, total_fees: total }, place): FeeBand => ({
      id: chain._id,
      name: chain.name,
      colour: PART_COLOURS[place] ?? REST_COLOUR,
      chains: [chain._id],
      total,
      figure: figures[`/chains/${place}/total_fees/value`],
    }),
  );
  const own = bands.slice(0, PART_COLOURS.length);
  const rest = bands.slice(PART_COLOURS.length);
  // A single one has the color of the others to itself.
  if (rest.length <= 1) return bands;
  const total = addedTotals(rest.map((band) => band.total));
  const ids = rest.flatMap(({ chains }) => chains);
  return [
    ...own,
    { id: "others", name: `${rest.length} others`, colour: REST_COLOUR, chains: ids, total, figure: undefined },
  ];
}

/** The fees of every period, the oldest first, added exactly. */
export function feePeriods({ days, gas_fee_overtime: rows }: Fees, bands: readonly FeeBand[]): FeePeriod[] {
  return days.map((day) => {
    const own = rows.filter(({ first_day }) => first_day === day);
    const sum = (of: typeof own) => addedTotals(of.map(({ total_fees }) => total_fees));
    return {
      day,
      total: sum(own),
      values: bands.map(({ chains }) => sum(own.filter(({ chain }) => chains.includes(chain._id)))),
    };
  });
}
