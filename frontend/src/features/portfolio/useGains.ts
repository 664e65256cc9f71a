import { useCostBasis } from "../../queries/costBasis";
import type { ViewRow } from "./assetView";
import { areCostsRead, type GainColumn, withGains } from "./gains";
import type { Portfolio, VisitorToken } from "./types";

interface Gains {
  gains: GainColumn;
  gained: readonly ViewRow[];
}

/** The rows with the gains since their costs, and whether these are shown. */
export function useGains(
  rows: readonly ViewRow[],
  { currency_code }: Portfolio,
  visitorToken: VisitorToken,
  hasCosts: boolean,
): Gains {
  const { data } = useCostBasis(visitorToken ?? null, hasCosts);
  if (!hasCosts) return { gains: "none", gained: rows };
  // Amounts in another currency are not shown beside these.
  const isRead = data?.currency_code === currency_code && areCostsRead(data);
  return isRead ? { gains: "known", gained: withGains(rows, data) } : { gains: "unread", gained: rows };
}
