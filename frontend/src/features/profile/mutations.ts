import { revokeSession } from "@spyhop/sdk";
import { useQueryClient } from "@tanstack/react-query";
import { invalidate } from "../../queries/keys";
import { sessionsOptions } from "./queries";

/** The calls that end sessions. The list is refetched afterwards. */
export function useSessionCalls() {
  const client = useQueryClient();
  const end = async (request: { id: string } | { others: true }): Promise<void> => {
    await revokeSession(request);
    await invalidate(client, sessionsOptions.queryKey);
  };
  return { revoke: (id: string) => end({ id }), revokeOthers: () => end({ others: true }) };
}
