import { getAssetProfitLoss, getProfitLoss, searchTransaction } from "@spyhop/sdk";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { spanStart } from "../../charts/spanStart";
import { useCurrency } from "../../format/currency";
import { type SpanKey, spanOf } from "../../format/spans";
import { portfolioKey } from "../../queries/keys";
import { useNow } from "../../ui/useNow";
import type { FlowView } from "./flowView";
import type { VisitorToken } from "./types";

/** The options that send a call with the token of a share session. */
const authorizedAs = (token: VisitorToken) => (token ? { headers: { authorization: `Bearer ${token}` } } : {});

/** What came in from others and what left, on the chosen chains, of the chosen assets, in the chosen span. */
export function useFlows(
  { span, chains, assets }: Pick<FlowView, "span" | "chains" | "assets">,
  visitor: VisitorToken,
) {
  const currency = useCurrency();
  const start = spanStart(spanOf(span), useNow());
  const body = {
    ...(start === null ? {} : { start_datetime: start / 1000 }),
    ...(chains.length > 0 ? { chains: [...chains] } : {}),
    ...(assets.length > 0 ? { asset_ids: [...assets] } : {}),
    currency_code: currency,
  };
  return useQuery({
    queryKey: [...portfolioKey, "flows", body, visitor],
    queryFn: ({ signal }) => getAssetProfitLoss(body, { signal, ...authorizedAs(visitor) }),
    placeholderData: keepPreviousData,
  });
}

/** What came in from others and what left in a span that ends now, period by period. */
export function usePeriodFlows(span: SpanKey, visitor: VisitorToken) {
  const currency = useCurrency();
  const start = spanStart(spanOf(span), useNow());
  const body = { ...(start === null ? {} : { start_datetime: start / 1000 }), currency_code: currency };
  return useQuery({
    queryKey: [...portfolioKey, "period-flows", body, visitor],
    queryFn: ({ signal }) => getProfitLoss(body, { signal, ...authorizedAs(visitor) }),
    placeholderData: keepPreviousData,
  });
}

/** How many entries the history has, and how far it is read. */
export function useEntryCount(visitor: VisitorToken) {
  return useQuery({
    queryKey: [...portfolioKey, "entry-count", visitor],
    queryFn: ({ signal }) => searchTransaction({ limit: 1 }, { signal, ...authorizedAs(visitor) }),
  });
}
