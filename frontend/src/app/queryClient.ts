import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { syncKey } from "../queries/keys";

const TRIES = 3;

/** The HTTP status of a failed call; 0 if the server was not reached; undefined if the page itself refused the call. */
function statusOf(problem: Error): number | undefined {
  if ("code" in problem && problem.code === "secret") return undefined;
  return "status" in problem && typeof problem.status === "number" ? problem.status : undefined;
}

/** Whether a retry may help: the server was not reached, or it had an internal error. */
function mayPass(problem: Error): boolean {
  const status = statusOf(problem);
  return status === 0 || (status !== undefined && status >= 500);
}

/** Creates the query cache of the page. `onRefused` is called for every failed mutation. */
export function createQueryClient(onRefused: (problem: Error) => void): QueryClient {
  /** If any call cannot reach the server, the sync status is refetched too: it shows the outage and polls until it is over. */
  const checkServer = (problem: Error) => {
    if (statusOf(problem) === 0) void client.invalidateQueries({ queryKey: syncKey });
  };
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (problem, { queryKey }) => {
        if (queryKey[0] !== syncKey[0]) checkServer(problem);
      },
    }),
    mutationCache: new MutationCache({
      onError: (problem) => {
        checkServer(problem);
        onRefused(problem);
      },
    }),
    defaultOptions: {
      // The server may run on this machine, so queries also run while the browser is offline.
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
