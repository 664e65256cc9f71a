import { PART_COLOURS, REST_COLOUR } from "../../charts/bars";
import { parseDecimal, signOf, sumOf } from "../../format/decimal";
import { withDates } from "../../format/time";
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

/** The exact sum, with everything that its parts leave out. */
const added = (totals: readonly FeeTotal[]): FeeTotal => ({
  value: sumOf(totals.map(({ value }) => value)) ?? "0",
  left_out: totals.reduce((sum, { left_out }) => sum + left_out, 0),
});

/** Whether there were no fees. */
export const isNone = ({ value, left_out }: FeeTotal): boolean => left_out === 0 && isZero(value);

/** Whether no price of any of the fees is known. */
export const isUnknown = ({ value, left_out }: FeeTotal): boolean => left_out > 0 && isZero(value);

function isZero(value: string): boolean {
  const parsed = parseDecimal(value);
  return parsed === null || signOf(parsed) === 0;
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
  const total = added(rest.map((band) => band.total));
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
    const sum = (of: typeof own) => added(of.map(({ total_fees }) => total_fees));
    return {
      day,
      total: sum(own),
      values: bands.map(({ chains }) => sum(own.filter(({ chain }) => chains.includes(chain._id)))),
    };
  });
}

/** Writes fees: the sum of those with a known price. */
export const feeText = (fees: FeeTotal | undefined, money: (amount: string) => string): string =>
  fees && isUnknown(fees) ? "No price" : money(fees?.value ?? "0");

const month = new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });

/** A period in words: `8 Sept 2025`, `September 2025`. */
export const feePeriodName = (day: string, group: string): string =>
  group === "day" ? withDates(day) : month.format(new Date(day));
