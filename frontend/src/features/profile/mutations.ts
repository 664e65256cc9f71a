import { createApiKey, exportUserData, revokeApiKey, revokeSession, unlinkWallet, updateUser } from "@spyhop/sdk";
import { useQueryClient } from "@tanstack/react-query";
import { invalidate, userKey } from "../../queries/keys";
import { saveBlob } from "../../ui/saveFile";
import { apiKeysOptions, sessionsOptions } from "./queries";
import type { BasicTexts, NewKey } from "./types";

/** Downloads everything about the person, and saves it. */
export async function exportAll(): Promise<void> {
  const { name, content } = await exportUserData();
  saveBlob(name, content);
}

/** The calls of the profile page. Each refetches what it changed. */
export function useProfileCalls() {
  const client = useQueryClient();
  const afterwards = async <T>(call: Promise<T>, key: Parameters<typeof invalidate>[1]): Promise<T> => {
    const answer = await call;
    await invalidate(client, key);
    return answer;
  };
  return {
    save: (changes: Partial<BasicTexts>) =>
      afterwards(updateUser({ ...changes, signed_up_from: "Profile page" }), userKey),
    leaveMailingList: () => afterwards(updateUser({ mailing_list: "" }), userKey),
    unlink: (address: string) => afterwards(unlinkWallet({ wallet_address: address }), userKey),
    sessions: {
      revoke: (id: string) => afterwards(revokeSession({ id }), sessionsOptions.queryKey),
      revokeOthers: () => afterwards(revokeSession({ others: true }), sessionsOptions.queryKey),
    },
    keys: {
      /** Returns the secret, which the server shows only now. */
      create: async ({ name, scopes, days }: NewKey): Promise<string> => {
        const created = createApiKey({ name, scopes: [...scopes], expires_in_days: days });
        return (await afterwards(created, apiKeysOptions.queryKey)).token;
      },
      revoke: (id: string) => afterwards(revokeApiKey({ id }), apiKeysOptions.queryKey),
    },
  };
}
