import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { syncKey } from "../queries/keys";

const TRIES = 3;

/** HTTP status of a failed call; 0 when the server was not reached. A call that the page itself refused has none. */
function statusOf(problem: Error): number | undefined {
  if ("code" in problem && problem.code === "secret") return undefined;
  return "status" in problem && typeof problem.status === "number" ? problem.status : undefined;
}

/** Only what may pass by itself is asked again: no connection, and faults of the server. */
function mayPass(problem: Error): boolean {
  const status = statusOf(problem);
  return status === 0 || (status !== undefined && status >= 500);
}

/** The page's one cache; `onRefused` hears of every change that the server did not accept. */
export function createQueryClient(onRefused: (problem: Error) => void): QueryClient {
  /** Whatever finds the server away first lets progress find it too, which then says so and asks until it is back. */
  const look = (problem: Error) => {
    if (statusOf(problem) === 0) void client.invalidateQueries({ queryKey: syncKey });
  };
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (problem, { queryKey }) => {
        if (queryKey[0] !== syncKey[0]) look(problem);
      },
    }),
    mutationCache: new MutationCache({
      onError: (problem) => {
        look(problem);
        onRefused(problem);
      },
    }),
    defaultOptions: {
      // The server may be this machine: a browser without internet asks it all the same.
      mutations: { networkMode: "always" },
      queries: {
        networkMode: "always",
        staleTime: 30_000,
        retry: (failures, problem) => failures < TRIES - 1 && mayPass(problem),
      },
    },
  });
  return client;
}
