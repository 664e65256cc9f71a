import { askLive, goLive, type World } from "@spyhop/sdk";
import { useMutation, useQueryClient } from "@tanstack/react-query";

export type { World } from "@spyhop/sdk";

/** Asks the live sources now; what they say comes to the page by its usual ways too. */
export function useAskLive() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => askLive({}),
    onSuccess: () => client.invalidateQueries({ queryKey: ["sync"] }),
  });
}

/** Leaves the demo for everybody on this server; answers the live world's instance. */
export const leaveDemo = async (): Promise<string> => (await goLive({})).instance;

/** Whether the demo this page was drawn in was left meanwhile. */
export const wasLeft = (drawn: string | undefined, world: World | undefined): boolean =>
  drawn === "demo" && world?.kind === "live";
