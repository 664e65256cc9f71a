import { listSessions } from "@spyhop/sdk";
import { queryOptions, useQuery } from "@tanstack/react-query";
import type { OpenSession } from "./types";

export const sessionsOptions = queryOptions({
  queryKey: ["sessions"],
  queryFn: async ({ signal }): Promise<OpenSession[]> => {
    const { sessions } = await listSessions({}, { signal });
    return sessions.map(({ id, device, network, used_on, current }) => ({
      id,
      device,
      network,
      last_used_at: used_on,
      is_current: current,
    }));
  },
});

/** The sessions of the person, on every device. */
export const useSessions = (enabled: boolean) => useQuery({ ...sessionsOptions, enabled });
