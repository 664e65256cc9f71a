import { largestOf } from "./columns";
import { gridLines } from "./scale";
import type { ValueSeries } from "./series";

/** The least room for the amounts beside the grid lines, the width of one of their characters, and the space around them. */
const [GUTTER, CHARACTER, SPACE] = [48, 6.4, 14];

/** The room for the amounts beside the grid lines of a whole history, in pixels. */
export function gutterOf({ total, cost }: Pick<ValueSeries, "total" | "cost">, lineText: (amount: string) => string) {
  const lines = gridLines(largestOf(cost ? [total, cost] : [total], [0, total.length - 1]));
  const characters = Math.max(...lines.map(({ amount }) => lineText(amount).length));
  return Math.max(GUTTER, Math.round(characters * CHARACTER) + SPACE);
}
