import { getCurrencyRates } from "@spyhop/sdk";
import { useQuery } from "@tanstack/react-query";
import { DOLLAR, useCurrency } from "../format/currency";
import { price } from "../format/money";

const RATES_MS = 120_000;

/** The display currency, with its units for one US dollar. */
export interface DisplayRate {
  currency: string;
  rate: string;
}

/**
 * The currency of amounts that the server states in dollars: dollars if there is no rate; undefined
 * until that is known.
 */
export function useDisplayRate(): DisplayRate | undefined {
  const currency = useCurrency();
  const isDollar = currency === DOLLAR;
  const { data, isError } = useQuery({
    queryKey: ["currencyRates"],
    queryFn: ({ signal }) => getCurrencyRates({}, { signal }),
    enabled: !isDollar,
    staleTime: RATES_MS,
  });
  if (!isDollar && !data && !isError) return undefined;
  const rate = isDollar ? undefined : data?.rates.rates[currency];
  return rate === undefined ? { currency: DOLLAR, rate: "1" } : { currency, rate };
}

/** One US dollar, the value of dust, in the currency of the shown figures: `$1`, `₹84.21`. In dollars while its rate is not known. */
export function useDollar(shown?: string): string {
  const display = useDisplayRate();
  return !display || display.currency === DOLLAR || (shown && shown !== display.currency)
    ? "$1"
    : price(display.rate, display.currency);
}
