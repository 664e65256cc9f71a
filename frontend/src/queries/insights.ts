import { getWalletInsights } from "@spyhop/sdk";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useCurrency } from "../format/currency";
import { portfolioKey } from "./keys";

/** The polling interval: rules look at days, not at seconds; sooner while histories, which some of them need, are not complete. */
const IDLE_MS = 120_000;
const WAITING_MS = 30_000;

/** The key prefix of the insights. */
export const insightsKey = [...portfolioKey, "insights"] as const;

const authorizedAs = (token: string | null) => (token ? { headers: { authorization: `Bearer ${token}` } } : {});

/** What the rules find, the worst first. A visitor has the token of a share session. */
export function useInsights(visitor: string | null) {
  const currency = useCurrency();
  return useQuery({
    queryKey: [...insightsKey, currency, visitor],
    queryFn: ({ signal }) => getWalletInsights({ currency_code: currency }, { signal, ...authorizedAs(visitor) }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.not_evaluated.some(({ code }) => code === "history_incomplete") ? WAITING_MS : IDLE_MS,
  });
}
