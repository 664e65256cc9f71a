import { createUser, deleteUser, ProblemError, signOut, updateSettings } from "@spyhop/sdk";
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { userOptions } from "../../queries/user";
import { clearKey, keyFor } from "./idempotencyKey";
import { clearLocalState } from "./localState";
import { closeSession, moveSession, openSession, setMoving } from "./session";
import type { WalletList } from "./types";
import { walletsToKeep } from "./walletsToKeep";

/** Creates an anonymous user who watches the wallets and returns the session token. A retry creates no second user. */
async function createSession({ addresses, nicknames }: WalletList): Promise<string> {
  const request = { wallet_addresses: addresses, wallet_address_nicknames: nicknames };
  const { token } = await createUser(request, { headers: { "Idempotency-Key": keyFor(request) } });
  clearKey();
  return token;
}

/** Chooses the zone of the person's days. */
export const chooseZone = (zone: string) => updateSettings({ time_zone: zone });

/** Opens an anonymous session that watches the given addresses. */
export const useCreateUser = () => useMutation({ mutationFn: createSession, onSuccess: openSession });

/** The move to another world that is under way. It is kept until it has succeeded, so that a retry continues it. */
let pendingMove: { list: WalletList; instance: string } | undefined;

/** Creates a session in the new world; undefined if none of the wallets can be read there. */
async function createSessionThere(list: WalletList): Promise<string | undefined> {
  try {
    return await createSession(list);
  } catch (problem) {
    if (problem instanceof ProblemError && problem.status === 400) return undefined;
    throw problem;
  }
}

async function move(client: QueryClient, leave: () => Promise<string>): Promise<void> {
  if (!pendingMove) {
    const { user } = await client.fetchQuery({ ...userOptions, staleTime: 0 });
    setMoving(true);
    pendingMove = { list: walletsToKeep(user.user_wallets), instance: await leave() };
  }
  moveSession(pendingMove.instance, await createSessionThere(pendingMove.list));
}

/**
 * Moves the session to another world and reloads the page. `leave` ends this world and returns the instance of the next
 * one; the wallets are then added again there.
 */
export function useMoveToWorld(leave: () => Promise<string>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => move(client, leave),
    onSuccess: () => window.location.assign("/"),
    onError: () => setMoving(pendingMove !== undefined),
  });
}

/** Removes everything about the user from this browser. */
function forgetUser(deletedOn?: string): void {
  clearLocalState();
  closeSession(deletedOn);
}

/** Ends the session on the server and in this browser. */
export const useSignOut = () => useMutation({ mutationFn: () => signOut({}), onSuccess: () => forgetUser() });

/** Erases the user on the server, a registered one after some days, and ends the session in this browser. */
export const useDeleteUser = () =>
  useMutation({
    mutationFn: (confirmation: string) => deleteUser({ confirmation }),
    onSuccess: ({ delete_on }) => forgetUser(delete_on ?? undefined),
  });
