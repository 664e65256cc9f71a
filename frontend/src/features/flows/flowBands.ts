import { PART_COLOURS, REST_COLOUR } from "../../charts/bars";
import { compareDecimals, type Decimal, signOf } from "../../format/decimal";
import { addedTotals, isNothing, knownPart } from "../../format/partialTotal";
import type { FlowMode } from "./flowView";
import type { AssetFlows, Flows, PartialTotal } from "./types";

/** A figure with how much it leaves out, and the id under which it is explained. */
export type FlowFigure = PartialTotal & { figure?: string | undefined };

/** The three figures of a row. */
export interface FlowFigures {
  inflows: FlowFigure;
  outflows: FlowFigure;
  net: FlowFigure;
}

/** One color of the chart, and a row of the table: an asset, or everything else. */
export interface FlowBand extends FlowFigures {
  id: string;
  symbol: string;
  name: string;
  mark: string | null;
  colour: string;
  /** How many assets the remaining ones are; null for an asset. */
  assets: number | null;
}

type Sums = Pick<AssetFlows, "inflows" | "outflows" | "net" | "transferred">;

/** The figures of sums. With what moved between own accounts on both sides, the net stays the same. */
function figuresOf(
  { inflows, outflows, net, transferred }: Sums,
  mode: FlowMode,
  idOf: (name: string) => string | undefined,
): FlowFigures {
  if (mode === "gross")
    return {
      inflows: addedTotals([inflows, transferred]),
      outflows: addedTotals([outflows, transferred]),
      net: { ...net, figure: idOf("net") },
    };
  return {
    inflows: { ...inflows, figure: idOf("inflows") },
    outflows: { ...outflows, figure: idOf("outflows") },
    net: { ...net, figure: idOf("net") },
  };
}

/** Whether nothing is known to have moved, and nothing is left out. */
const isEmpty = ({ inflows, outflows }: FlowFigures): boolean => [inflows, outflows].every(isNothing);

const larger = ({ inflows, outflows }: FlowFigures): Decimal => {
  const [a, b] = [knownPart(inflows), knownPart(outflows)];
  return compareDecimals(a, b) > 0 ? a : b;
};

const UNNAMED = "Unnamed token";

/** The assets with a color of their own, the larger of in and out first, and everything else last. */
export function flowBands({ profit_loss: { assets }, figures }: Flows, mode: FlowMode): FlowBand[] {
  const rows = assets
    .map((asset, place) => ({
      asset,
      sums: figuresOf(asset, mode, (name) => figures[`/profit_loss/assets/${place}/${name}/value`]),
    }))
    .filter(({ sums }) => !isEmpty(sums))
    .sort((a, b) => compareDecimals(larger(b.sums), larger(a.sums)));
  const bands = PART_COLOURS.flatMap((colour, place): FlowBand[] => {
    const row = rows[place];
    if (!row) return [];
    const { coin, symbol, name, mark } = row.asset;
    const label = symbol || name || UNNAMED;
    return [{ id: coin, symbol: label, name: name || label, mark, colour, assets: null, ...row.sums }];
  });
  const rest = rows.slice(PART_COLOURS.length);
  if (rest.length === 0) return bands;
  const sum = (name: keyof FlowFigures) => addedTotals(rest.map(({ sums }) => sums[name]));
  const other = { inflows: sum("inflows"), outflows: sum("outflows"), net: sum("net") };
  return [
    ...bands,
    { id: "other", symbol: "Other", name: "Other", mark: null, colour: REST_COLOUR, assets: rest.length, ...other },
  ];
}

/** The figures of everything. */
export const flowTotals = ({ profit_loss: total, figures }: Flows, mode: FlowMode): FlowFigures =>
  figuresOf(total, mode, (name) => figures[`/profit_loss/${name}/value`]);

/** The rows in the order of the table: the highest net first, everything else last. */
export const byNet = (bands: readonly FlowBand[]): FlowBand[] =>
  [...bands].sort((a, b) =>
    a.assets === null && b.assets === null
      ? compareDecimals(knownPart(b.net), knownPart(a.net))
      : Number(a.assets !== null) - Number(b.assets !== null),
  );

/** Whether something moved between own accounts. */
export const hasTransfers = ({ profit_loss: { transferred } }: Flows): boolean => signOf(knownPart(transferred)) !== 0;
