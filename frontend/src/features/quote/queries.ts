import { type AssetRate, getCryptoAssetRates } from "@spyhop/sdk";
import { useQuery } from "@tanstack/react-query";
import { useCurrency } from "../../format/currency";

const OFTEN_MS = 120_000;

/** A coin with its price. */
export interface Rate {
  symbol: string;
  name: string;
  price: string;
}

/** Each coin that has a price once, in the server's order: many chains have the same coin. */
export function distinctRates(rates: readonly AssetRate[]): Rate[] {
  const bySymbol = new Map<string, Rate>();
  for (const { symbol, name, price } of rates)
    if (price !== null && !bySymbol.has(symbol)) bySymbol.set(symbol, { symbol, name, price });
  return [...bySymbol.values()];
}

/** The prices of the chains' own coins in the chosen currency. */
export function useRates() {
  const currency_code = useCurrency();
  return useQuery({
    queryKey: ["rates", currency_code],
    queryFn: ({ signal }) => getCryptoAssetRates({ currency_code }, { signal }),
    select: ({ rates, currency_code: currency }) => ({ rates: distinctRates(rates), currency }),
    refetchInterval: OFTEN_MS,
  });
}
