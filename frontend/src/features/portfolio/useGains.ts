import { useCostBasis } from "../../queries/costBasis";
import type { ExplainedSum } from "./assetSums";
import type { ViewRow } from "./assetView";
import { areCostsRead, type GainColumn, withGains } from "./gains";
import type { Portfolio, VisitorToken } from "./types";

interface Gains {
  gains: GainColumn;
  gained: readonly ViewRow[];
  /** The gain of everything, which the answer explains. */
  gainOfAll: ExplainedSum | null;
}

/** The rows with the gains since their costs, and whether these are shown. */
export function useGains(
  rows: readonly ViewRow[],
  { currency_code }: Portfolio,
  visitorToken: VisitorToken,
  hasCosts: boolean,
): Gains {
  const { data } = useCostBasis(visitorToken ?? null, hasCosts);
  if (!hasCosts) return { gains: "none", gained: rows, gainOfAll: null };
  // Amounts in another currency are not shown beside these.
  const isRead = data?.currency_code === currency_code && areCostsRead(data);
  if (!isRead) return { gains: "unread", gained: rows, gainOfAll: null };
  const gainOfAll = { amount: data.gain_loss.value, figure: data.figures["/gain_loss/value"] };
  return { gains: "known", gained: withGains(rows, data), gainOfAll };
}
