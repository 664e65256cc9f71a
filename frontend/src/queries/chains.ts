import { getChains } from "@spyhop/sdk";
import { queryOptions } from "@tanstack/react-query";

/** Every network this server knows, including those that it does not read. */
export const chainsOptions = queryOptions({
  queryKey: ["chains"],
  queryFn: ({ signal }) => getChains({}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});
