import { listApiKeys, listSessions } from "@spyhop/sdk";
import { queryOptions, useQuery } from "@tanstack/react-query";
import type { ApiKey, OpenSession } from "./types";

export const sessionsOptions = queryOptions({
  queryKey: ["sessions"],
  queryFn: async ({ signal }): Promise<OpenSession[]> => {
    const { sessions } = await listSessions({}, { signal });
    return sessions.map(({ id, device, network, created_on, used_on, current }) => ({
      id,
      device,
      network,
      opened_at: created_on,
      last_used_at: used_on,
      is_current: current,
    }));
  },
});

/** The sessions of the person, on every device. */
export const useSessions = (enabled: boolean) => useQuery({ ...sessionsOptions, enabled });

export const apiKeysOptions = queryOptions({
  queryKey: ["api-keys"],
  queryFn: async ({ signal }): Promise<ApiKey[]> => {
    const { api_keys } = await listApiKeys({}, { signal });
    return api_keys.map(({ id, name, prefix, scopes, last_used_on, expires_on }) => ({
      id,
      name,
      prefix,
      scopes,
      last_used_at: last_used_on,
      expires_at: expires_on,
    }));
  },
});

/** The API keys of the person. */
export const useApiKeys = (enabled: boolean) => useQuery({ ...apiKeysOptions, enabled });
