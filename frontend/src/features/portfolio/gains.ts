import { sumOf } from "../../format/decimal";
import { changeInPercent } from "../../format/quantity";
import type { CostBasis, CostRow } from "../../queries/costBasis";
import type { ViewRow } from "./assetView";
import type { Gain } from "./types";

/** `none` without a history; `unread` keeps the room of the column until what everything cost is known. */
export type GainColumn = "none" | "unread" | "known";

interface PlacedRow {
  row: CostRow;
  place: number;
}

/** The rows of the cost basis with a known gain by their asset. */
function byAsset({ assets }: CostBasis): Map<string, PlacedRow[]> {
  const found = new Map<string, PlacedRow[]>();
  for (const [place, row] of assets.entries())
    if (row.gain_loss !== null) found.set(row.asset, [...(found.get(row.asset) ?? []), { row, place }]);
  return found;
}

function gainOf(rows: readonly PlacedRow[], figures: CostBasis["figures"]): Gain | null {
  const [only, ...others] = rows;
  if (!only) return null;
  const isPartial = rows.some(({ row }) => row.unknown_amount !== "0");
  const amount = sumOf(rows.map(({ row }) => row.gain_loss));
  if (amount === null) return null;
  const cost = sumOf(rows.map(({ row }) => row.cost_basis)) ?? "0";
  if (others.length === 0) {
    const figure = figures[`/assets/${only.place}/gain_loss`];
    return { amount, cost, percent: only.row.gain_loss_percentage, figure, isPartial };
  }
  const percent = changeInPercent(cost, sumOf([cost, amount]) ?? "");
  return { amount, cost, percent, figure: undefined, isPartial };
}

/** Adds the gain since their cost to the rows. What was deposited without a token counts with its asset. */
export function withGains(rows: readonly ViewRow[], basis: CostBasis): ViewRow[] {
  const known = byAsset(basis);
  return rows.map((row) => {
    const assets = new Set([row.asset, ...row.parts.map(({ asset }) => asset)]);
    const found = [...assets].flatMap((asset) => known.get(asset) ?? []);
    const gained = gainOf(found, basis.figures);
    return { ...row, gained, gain: gained?.amount ?? null };
  });
}

/** Whether the history behind the costs is read, so that gains are not those of a part of it. */
export const areCostsRead = ({ coverage: { accounts, accounts_done } }: CostBasis): boolean =>
  accounts > 0 && accounts_done >= accounts;
