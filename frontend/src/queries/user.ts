import { getUser } from "@spyhop/sdk";
import { queryOptions } from "@tanstack/react-query";
import { userKey } from "./keys";

/** The user of this session with plan and wallet list. */
export const userOptions = queryOptions({
  queryKey: userKey,
  queryFn: ({ signal }) => getUser({}, { signal }),
  staleTime: 60_000,
});
