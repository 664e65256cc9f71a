import { askLive, goLive } from "@spyhop/sdk";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { syncKey } from "../../queries/keys";

/** Retries the live sources now. What they answer reaches the page through the sync status. */
export function useRetryLiveSources() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => askLive({}),
    onSuccess: () => client.invalidateQueries({ queryKey: syncKey }),
  });
}

/** Ends the demo for everybody on this server; returns the instance of the live world. */
export const leaveDemo = async (): Promise<string> => (await goLive({})).instance;
