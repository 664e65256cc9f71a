import { getCostMethods, getOpenCosts } from "@spyhop/sdk";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useCurrency } from "../../format/currency";
import { portfolioKey } from "../../queries/keys";
import type { VisitorToken } from "./types";

/** The options that send a call with the token of a share session. */
const authorizedAs = (token: VisitorToken) => (token ? { headers: { authorization: `Bearer ${token}` } } : {});

/** What each method makes of the same history. */
export function useCostMethods(visitor: VisitorToken) {
  const currency = useCurrency();
  return useQuery({
    queryKey: [...portfolioKey, "cost-methods", currency, visitor],
    queryFn: ({ signal }) => getCostMethods({ currency_code: currency }, { signal, ...authorizedAs(visitor) }),
    placeholderData: keepPreviousData,
  });
}

/** The costs that are missing or assumed. */
export function useOpenCosts() {
  const currency = useCurrency();
  return useQuery({
    queryKey: [...portfolioKey, "open-costs", currency],
    queryFn: ({ signal }) => getOpenCosts({ currency_code: currency }, { signal }),
    placeholderData: keepPreviousData,
  });
}
