import { getGasFeeOvertime } from "@spyhop/sdk";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type SpanLength, spanStart } from "../charts/spanStart";
import { useCurrency } from "../format/currency";
import { useNow } from "../ui/useNow";
import { portfolioKey } from "./keys";

/** The fees of a span that ends now, by period and chain. A visitor has the token of a share session. */
export function useFees(length: SpanLength, visitor: string | null) {
  const currency = useCurrency();
  const start = spanStart(length, useNow());
  // This call takes milliseconds.
  const body = { ...(start === null ? {} : { start_datetime: start }), currency_code: currency };
  const authorized = visitor ? { headers: { authorization: `Bearer ${visitor}` } } : {};
  return useQuery({
    queryKey: [...portfolioKey, "fees", body, visitor],
    queryFn: ({ signal }) => getGasFeeOvertime(body, { signal, ...authorized }),
    placeholderData: keepPreviousData,
  });
}
