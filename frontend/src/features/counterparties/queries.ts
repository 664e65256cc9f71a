import { getCounterPartyVolumeTraded } from "@spyhop/sdk";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { spanStart } from "../../charts/spanStart";
import { useCurrency } from "../../format/currency";
import { type SpanKey, spanOf } from "../../format/spans";
import { portfolioKey } from "../../queries/keys";
import { useNow } from "../../ui/useNow";
import type { VisitorToken } from "./types";

/** With which services value was exchanged in a span that ends now, on these chains or on all. */
export function useVolumes(span: SpanKey, chains: readonly string[], visitor: VisitorToken) {
  const currency = useCurrency();
  const start = spanStart(spanOf(span), useNow());
  const body = {
    ...(start === null ? {} : { start_datetime: start / 1000 }),
    ...(chains.length > 0 ? { chains: [...chains] } : {}),
    currency_code: currency,
  };
  const authorized = visitor ? { headers: { authorization: `Bearer ${visitor}` } } : {};
  return useQuery({
    queryKey: [...portfolioKey, "counterparties", body, visitor],
    queryFn: ({ signal }) => getCounterPartyVolumeTraded(body, { signal, ...authorized }),
    placeholderData: keepPreviousData,
  });
}
