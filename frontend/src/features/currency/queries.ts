import { type CurrencyRow, getAllCurrencies } from "@spyhop/sdk";
import { useQuery } from "@tanstack/react-query";

export type { CurrencyRow } from "@spyhop/sdk";

const HOUR_MS = 3_600_000;

/** The currencies that amounts can be told in; asked for once somebody looks. */
export const useCurrencies = () =>
  useQuery({
    queryKey: ["currencies"],
    queryFn: async ({ signal }): Promise<CurrencyRow[]> => (await getAllCurrencies(undefined, { signal })).currencies,
    staleTime: HOUR_MS,
  });
