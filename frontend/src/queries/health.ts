import { getDataHealth } from "@spyhop/sdk";
import { queryOptions } from "@tanstack/react-query";
import { portfolioKey } from "./keys";

/**
 * The state of the sources, the jobs and the storage, and what the figures lack. The key is below `portfolioKey` because
 * every change of the figures can change what they lack.
 */
export const healthOptions = (currency: string) =>
  queryOptions({
    queryKey: [...portfolioKey, "health", currency],
    queryFn: ({ signal }) => getDataHealth({ currency_code: currency }, { signal }),
  });
