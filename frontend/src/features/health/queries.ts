import { getDataHealth } from "@spyhop/sdk";
import { useQuery } from "@tanstack/react-query";

export type { DataHealth, SourceHealth } from "@spyhop/sdk";

const EVERY_MS = 15_000;

/** How the sources, the jobs and the storage are. */
export const useDataHealth = () =>
  useQuery({
    queryKey: ["health"],
    queryFn: ({ signal }) => getDataHealth({}, { signal }),
    refetchInterval: EVERY_MS,
  });
