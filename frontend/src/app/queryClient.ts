import { MutationCache, QueryClient } from "@tanstack/react-query";

const TRIES = 3;

/** HTTP status of a failed call; 0 when the server was not reached. */
const statusOf = (problem: Error): number | undefined =>
  "status" in problem && typeof problem.status === "number" ? problem.status : undefined;

/** Only what may pass by itself is asked again: no connection, and faults of the server. */
function mayPass(problem: Error): boolean {
  const status = statusOf(problem);
  return status === 0 || (status !== undefined && status >= 500);
}

/** The page's one cache; `onRefused` hears of every change that the server did not accept. */
export function createQueryClient(onRefused: (problem: Error) => void): QueryClient {
  return new QueryClient({
    mutationCache: new MutationCache({ onError: onRefused }),
    defaultOptions: {
      queries: { staleTime: 30_000, retry: (failures, problem) => failures < TRIES - 1 && mayPass(problem) },
    },
  });
}
