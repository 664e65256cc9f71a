import {
  connect,
  createUser,
  deleteUserWallet,
  getUser,
  ProblemError,
  signOut,
  type User,
  updateUserWallet,
} from "@spyhop/sdk";
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { chooseCurrency } from "../../format/currency";
import { arrived, keyFor } from "./once";
import { closeSession, moveSession, openSession, sessionToken, setMoving, setSessionAside } from "./session";
import { type WalletList, walletsToTake } from "./take";

export type { Plan, User, UserWallet } from "@spyhop/sdk";
export type { WalletList } from "./take";

/** Connects the SDK with this browser's session. */
export function connectSession(): void {
  connect({
    baseUrl: "",
    token: sessionToken,
    onUnauthorised: (_problem, token) => setSessionAside(token),
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

async function append(client: QueryClient, added: WalletList, again = true): Promise<unknown> {
  const { user } = await client.fetchQuery({ ...me, staleTime: 0 });
  try {
    return await updateUserWallet({
      wallet_addresses: [...listOf(user), ...added.addresses],
      wallet_address_nicknames: added.nicknames,
      expected_version: user.version,
    });
  } catch (problem) {
    // Another tab changed the list meanwhile: once more, on what it left.
    if (again && isConflict(problem)) return append(client, added, false);
    throw problem;
  }
}

/** Adds wallets behind those that are there. */
export function useAddWallets() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (added: WalletList) => append(client, added),
    onSuccess: () => refresh(client),
  });
}

/** Deletes a wallet; answers the list as it was, so that it can be put back. */
export function useDeleteWallet() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (address: string) => {
      const { user } = await client.fetchQuery({ ...me, staleTime: 0 });
      await deleteUserWallet({ wallet_address: address });
      return listOf(user);
    },
    onSuccess: () => refresh(client),
  });
}

/** States the whole list again; wallets that come back within a day keep nickname, order and date. */
export function useRestoreWallets() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (addresses: string[]) => updateUserWallet({ wallet_addresses: addresses }),
    onSuccess: () => refresh(client),
  });
}

async function fix(client: QueryClient, wrong: string, right: WalletList): Promise<unknown> {
  const { user } = await client.fetchQuery({ ...me, staleTime: 0 });
  const at = user.user_wallets.find(({ address }) => address === wrong);
  const [text = wrong] = right.addresses;
  return updateUserWallet({
    wallet_addresses: listOf(user).map((address) => (address === wrong ? text : address)),
    // The nickname goes along unless another one was given.
    wallet_address_nicknames: { ...(at?.nickname ? { [text]: at.nickname } : {}), ...right.nicknames },
    expected_version: user.version,
  });
}

/** Puts another address in the place of one that no network knows. */
export function useFixWallet() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ wrong, right }: { wrong: string; right: WalletList }) => fix(client, wrong, right),
    onSuccess: () => refresh(client),
  });
}

/** Ends the session on the server and on this device. */
export function useSignOut() {
  return useMutation({
    mutationFn: () => signOut({}),
    onSuccess: () => {
      chooseCurrency(null);
      closeSession();
    },
  });
}
