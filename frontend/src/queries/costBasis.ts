import { getAverageCostBasis } from "@spyhop/sdk";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useCurrency } from "../format/currency";
import { portfolioKey } from "./keys";

export type CostBasis = Awaited<ReturnType<typeof getAverageCostBasis>>;
export type CostRow = CostBasis["assets"][number];

/** What everything that is held cost, and what it is worth today; for a visitor by the token of the share session. */
export function useCostBasis(visitor: string | null, isEnabled = true) {
  const currency = useCurrency();
  const authorized = visitor ? { headers: { authorization: `Bearer ${visitor}` } } : {};
  return useQuery({
    queryKey: [...portfolioKey, "cost-basis", currency, visitor],
    queryFn: ({ signal }) => getAverageCostBasis({ currency_code: currency }, { signal, ...authorized }),
    placeholderData: keepPreviousData,
    enabled: isEnabled,
  });
}
