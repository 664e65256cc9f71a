import {
  connect,
  createUser,
  deleteUser,
  deleteUserWallet,
  getUser,
  ProblemError,
  signOut,
  type UpdateUserWalletRequest,
  type User,
  updateUserWallet,
} from "@spyhop/sdk";
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { chooseCurrency } from "../../format/currency";
import { secretInRequest, secretWarning } from "../../format/secret";
import { arrived, keyFor } from "./once";
import { type Deleted, withRestored } from "./restore";
import { closeSession, moveSession, openSession, sessionToken, setMoving, setSessionAside } from "./session";
import { type WalletList, walletsToTake } from "./take";

export type { Plan, User, UserWallet } from "@spyhop/sdk";
export type { WalletList } from "./take";

/** Files are searched for secrets line by line before they are sent. */
const FILES = "/api/wallet/user-wallet/read-upload";

/** Refuses a request with a secret in any of its texts, whichever field it was typed into. */
async function refuseSecrets(path: string, body: unknown): Promise<void> {
  if (typeof body !== "string" || path === FILES) return;
  const secret = await secretInRequest(JSON.parse(body)).catch(() => {
    const why = "We couldn't check this text for secrets, so nothing was sent. Check your connection and try again.";
    throw new ProblemError(0, "unreachable", why, "");
  });
  if (secret) throw new ProblemError(0, "secret", secretWarning(secret), "");
}

/** Connects the SDK with this browser's session. */
export function connectSession(): void {
  connect({
    baseUrl: "",
    token: sessionToken,
    check: refuseSecrets,
    onUnauthorized: (_problem, token) => setSessionAside(token),
  });
}

const me = queryOptions({
  queryKey: ["user"],
  queryFn: ({ signal }) => getUser({}, { signal }),
  staleTime: 60_000,
});

export const useMe = (enabled = true) => useQuery({ ...me, enabled });

/** Everything that follows from which wallets there are. */
const refresh = (client: QueryClient) =>
  Promise.all(["user", "portfolio", "sync"].map((name) => client.invalidateQueries({ queryKey: [name] })));

/** A new anonymous user who watches the list; sent again, it is the same one. */
async function create({ addresses, nicknames }: WalletList): Promise<string> {
  const request = { wallet_addresses: addresses, wallet_address_nicknames: nicknames };
  const { token } = await createUser(request, { headers: { "Idempotency-Key": keyFor(request) } });
  arrived();
  return token;
}

/** Opens an anonymous session that watches the given addresses. */
export const useCreateUser = () => useMutation({ mutationFn: create, onSuccess: openSession });

/** What a person takes along, kept until they have arrived: a second try ends what the first began. */
let departure: { list: WalletList; instance: string } | undefined;

/** A session in the new world that watches the list; none when nothing of it can be read there. */
async function arrive(list: WalletList): Promise<string | undefined> {
  try {
    return await create(list);
  } catch (problem) {
    if (problem instanceof ProblemError && problem.status === 400) return undefined;
    throw problem;
  }
}

async function move(client: QueryClient, leave: () => Promise<string>): Promise<void> {
  if (!departure) {
    const { user } = await client.fetchQuery({ ...me, staleTime: 0 });
    setMoving(true);
    departure = { list: walletsToTake(user.user_wallets), instance: await leave() };
  }
  moveSession(departure.instance, await arrive(departure.list));
}

/** Leaves this world by `leave`, which answers the next one's instance: what the person wrote is written again there. */
export function useMove(leave: () => Promise<string>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => move(client, leave),
    onSuccess: () => window.location.assign("/"),
    onError: () => setMoving(departure !== undefined),
  });
}

/** The person's list as the server keeps it. */
const listOf = (user: User): string[] =>
  [...user.user_wallets].sort((a, b) => a.position - b.position).map((wallet) => wallet.address);

const isConflict = (problem: unknown): boolean => problem instanceof ProblemError && problem.status === 409;

/** States the list anew: what `next` makes of it as it is now, and of no other. Answers the person before and after. */
async function restate(
  client: QueryClient,
  next: (user: User) => UpdateUserWalletRequest,
  again = true,
): Promise<{ before: User; after: User }> {
  const { user: before } = await client.fetchQuery({ ...me, staleTime: 0 });
  try {
    const { user: after } = await updateUserWallet({ ...next(before), expected_version: before.version });
    return { before, after };
  } catch (problem) {
    // Another tab changed the list meanwhile: once more, on what it left.
    if (again && isConflict(problem)) return restate(client, next, false);
    throw problem;
  }
}

/** Adds wallets behind those that are there; answers how many of them are new. */
export function useAddWallets() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ addresses, nicknames }: WalletList): Promise<number> => {
      const { before, after } = await restate(client, (user) => ({
        wallet_addresses: [...listOf(user), ...addresses],
        wallet_address_nicknames: nicknames,
      }));
      const had = new Set(listOf(before));
      return listOf(after).filter((address) => !had.has(address)).length;
    },
    onSuccess: () => refresh(client),
  });
}

/** Deletes a wallet; answers what is needed to put it back. */
export function useDeleteWallet() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (address: string): Promise<Deleted> => {
      const { user } = await client.fetchQuery({ ...me, staleTime: 0 });
      await deleteUserWallet({ wallet_address: address });
      return { address, before: listOf(user) };
    },
    onSuccess: () => refresh(client),
  });
}

/** Puts a deleted wallet back; within a day it has its nickname and date again. */
export function useRestoreWallet() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (deleted: Deleted) =>
      restate(client, (user) => ({ wallet_addresses: withRestored(listOf(user), deleted) })),
    onSuccess: () => refresh(client),
  });
}

/** The list with another address in the place of a wrong one. */
function fixed(user: User, wrong: string, right: WalletList): UpdateUserWalletRequest {
  const at = user.user_wallets.find(({ address }) => address === wrong);
  if (!at) throw new Error("This wallet is no longer in your list.");
  const [text = wrong] = right.addresses;
  return {
    wallet_addresses: listOf(user).map((address) => (address === wrong ? text : address)),
    // The nickname goes along unless another one was given.
    wallet_address_nicknames: { ...(at.nickname ? { [text]: at.nickname } : {}), ...right.nicknames },
  };
}

/** Puts another address in the place of one that no network knows. */
export function useFixWallet() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ wrong, right }: { wrong: string; right: WalletList }) =>
      restate(client, (user) => fixed(user, wrong, right)),
    // Refused too: the list is not what this tab believes.
    onSettled: () => refresh(client),
  });
}

/** Forgets on this device who the person was. */
function forget(): void {
  chooseCurrency(null);
  closeSession();
}

/** Ends the session on the server and on this device. */
export const useSignOut = () => useMutation({ mutationFn: () => signOut({}), onSuccess: forget });

/** Erases the person on the server and ends the session on this device. */
export const useDeleteUser = () =>
  useMutation({ mutationFn: (confirmation: string) => deleteUser({ confirmation }), onSuccess: forget });
