import type { RingPart } from "../../charts/Ring";
import { fractionOf, parseDecimal, sumOf } from "../../format/decimal";
import { plural } from "../../format/text";
import { REST, type Slice } from "./allocation";
import { REST_COLOUR } from "./segments";
import { isOwed, isPositive } from "./valued";

/** The segments of the ring: what is owned. A debt is no part of what is divided. */
export function segmentsOf(slices: readonly Slice[]): RingPart[] {
  const owned = slices.filter(isPositive);
  const [largest] = owned.map(({ value }) => parseDecimal(value));
  const sizes = owned.map(({ value }) => {
    const own = parseDecimal(value);
    return own && largest ? fractionOf(own, largest) : 0;
  });
  const whole = sizes.reduce((sum, size) => sum + size, 0);
  return owned.map(({ id, colour }, i) => ({ id, colour, part: (sizes[i] ?? 0) / whole }));
}

/** A line of the small legend. */
export interface LegendLine {
  id: string;
  name: string;
  code: string;
  colour: string;
  share: string | null;
}

/** How many lines the small legend has. */
const LINES = 6;

/** The lines of the small legend: the largest parts, and all others as one. */
export function legendLines(slices: readonly Slice[], restCount: number): LegendLine[] {
  const owned = slices.filter((slice) => !isOwed(slice));
  if (owned.length <= LINES) return owned;
  const [own, others] = [owned.slice(0, LINES - 1), owned.slice(LINES - 1)];
  const count = others.length + (others.some(({ id }) => id === REST) ? restCount - 1 : 0);
  const code = plural(count, "other");
  return [...own, { id: REST, name: code, code, colour: REST_COLOUR, share: sumOf(others.map(({ share }) => share)) }];
}
