import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSameValuation } from "../../queries/valuation";
import { dayChangeOptions, usePortfolio } from "./queries";
import type { Portfolio, VisitorToken } from "./types";

/** Whether a portfolio can replace another at once: it has the same valuation, or is a different selection. */
const isNext = (shown: Portfolio, newest: Portfolio): boolean =>
  shown.valuation_id === newest.valuation_id ||
  shown.currency_code !== newest.currency_code ||
  shown.chosen.join() !== newest.chosen.join();

/**
 * The portfolio as a page shows it. A newer valuation replaces the shown one once its change is known too, so that the total, the
 * assets and the change are of one valuation.
 */
export function useShownPortfolio(visitorToken?: VisitorToken, wallets: readonly string[] = []) {
  const { data: newest, ...rest } = usePortfolio(visitorToken, wallets);
  const [shown, show] = useState(newest);
  const [awaited, wait] = useState<Portfolio>();
  const day = useQuery(dayChangeOptions(visitorToken, awaited ?? newest));
  if (!shown || !newest || isNext(shown, newest)) {
    if (newest !== shown) show(newest);
    if (awaited) wait(undefined);
  } else if (!awaited) wait(newest);
  else if (!day.isPending) {
    show(awaited);
    wait(undefined);
  }
  useSameValuation(shown?.valuation_id);
  useSameValuation(awaited ? undefined : day.data?.valuation_id);
  return { ...rest, data: shown };
}
