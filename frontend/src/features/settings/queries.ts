import { getSettings, updateSettings } from "@spyhop/sdk";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { historyKey, invalidate, portfolioKey, userKey } from "../../queries/keys";
import type { SettingsChange } from "./types";

const settingsOptions = queryOptions({
  queryKey: ["settings"],
  queryFn: ({ signal }) => getSettings({}, { signal }),
});

/** The time zone of the person and the rules of the cost basis. */
export const useSettings = () => useQuery(settingsOptions);

/** Changes settings, and refetches what follows from them. */
export function useChangeSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: SettingsChange) => updateSettings(change),
    onSuccess: async (settings) => {
      client.setQueryData(settingsOptions.queryKey, settings);
      await invalidate(client, userKey, portfolioKey, historyKey);
    },
  });
}
