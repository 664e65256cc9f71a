import { getAllCurrencies } from "@spyhop/sdk";
import { queryOptions, useQuery } from "@tanstack/react-query";
import type { CurrencyRow } from "./types";

const HOUR_MS = 3_600_000;

const currenciesOptions = queryOptions({
  queryKey: ["currencies"],
  queryFn: async ({ signal }): Promise<CurrencyRow[]> => (await getAllCurrencies(undefined, { signal })).currencies,
  staleTime: HOUR_MS,
});

/** The currencies in which amounts can be shown. */
export const useCurrencies = () => useQuery(currenciesOptions);
