import {
  deleteUserWallet,
  ProblemError,
  setWalletGroup,
  type UpdateWalletRequest,
  updateUserWallet,
  updateWallet,
} from "@spyhop/sdk";

import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { invalidate, portfolioKey, syncKey, userKey } from "../../queries/keys";
import { userOptions } from "../../queries/user";
import { walletsKey } from "./queries";
import type {
  Addresses,
  DeletedWallets,
  GroupChange,
  SearchWalletData,
  UpdateUserWalletRequest,
  User,
  UserWallet,
} from "./types";
import { addressesOf, withReplaced, withRestored } from "./walletList";

/** Refetches everything that depends on the wallet list. */
const invalidateWallets = (client: QueryClient) => invalidate(client, userKey, portfolioKey, syncKey);

const isConflict = (problem: unknown): boolean => problem instanceof ProblemError && problem.status === 409;

/**
 * Replaces the wallet list by what `next` returns for the current one, and returns the user before and after. If another
 * tab changed the list meanwhile, it is tried once more with the new list.
 */
async function replaceList(
  client: QueryClient,
  next: (user: User) => UpdateUserWalletRequest,
  canRetry = true,
): Promise<{ before: User; after: User }> {
  const { user: before } = await client.fetchQuery({ ...userOptions, staleTime: 0 });
  try {
    const { user: after } = await updateUserWallet({ ...next(before), expected_version: before.version });
    return { before, after };
  } catch (problem) {
    if (canRetry && isConflict(problem)) return replaceList(client, next, false);
    throw problem;
  }
}

/** Appends wallets to the list; returns how many of them are new. */
export function useAddWallets() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ addresses, nicknames }: Addresses): Promise<number> => {
      const { before, after } = await replaceList(client, (user) => ({
        wallet_addresses: [...addressesOf(user), ...addresses],
        wallet_address_nicknames: nicknames,
      }));
      const existing = new Set(addressesOf(before));
      return addressesOf(after).filter((address) => !existing.has(address)).length;
    },
    onSuccess: () => invalidateWallets(client),
  });
}

/** Deletes wallets one after the other; returns what `useRestoreWallets` needs to restore them. */
export function useDeleteWallets() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (addresses: readonly string[]): Promise<DeletedWallets> => {
      const { user } = await client.fetchQuery({ ...userOptions, staleTime: 0 });
      for (const wallet_address of addresses) await deleteUserWallet({ wallet_address });
      return { addresses, before: addressesOf(user) };
    },
    // Also after a failure: wallets before the one that failed are deleted.
    onSettled: () => invalidateWallets(client),
  });
}

/** Restores deleted wallets. Within a day they also get their nicknames, groups and dates back. */
export function useRestoreWallets() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (deleted: DeletedWallets) =>
      replaceList(client, (user) => ({ wallet_addresses: withRestored(addressesOf(user), deleted) })),
    onSuccess: () => invalidateWallets(client),
  });
}

/** Replaces an address that no network knows by another one. */
export function useFixWallet() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ wrong, right }: { wrong: string; right: Addresses }) =>
      replaceList(client, (user) => withReplaced(user, wrong, right)),
    // Also after a failure: it can mean that the list in this tab is out of date.
    onSettled: () => invalidateWallets(client),
  });
}

/** Changes a wallet; an empty nickname is removed. */
export function useUpdateWallet() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: UpdateWalletRequest) => updateWallet(change),
    onSuccess: () => invalidateWallets(client),
  });
}

/** Puts the wallets of an answer into the cached lists, so that their groups show at once. */
function cacheGroups(client: QueryClient, wallets: readonly UserWallet[]): void {
  const groups = new Map(wallets.map(({ id, group }) => [id, group]));
  const regrouped = <Wallet extends UserWallet>(wallet: Wallet): Wallet => ({
    ...wallet,
    group: groups.get(wallet.id) ?? null,
  });
  client.setQueriesData<SearchWalletData>({ queryKey: walletsKey }, (data) =>
    data ? { ...data, user_wallets: data.user_wallets.map(regrouped) } : data,
  );
  client.setQueryData(userOptions.queryKey, (data) =>
    data ? { ...data, user: { ...data.user, user_wallets: data.user.user_wallets.map(regrouped) } } : data,
  );
}

/** Puts wallets into groups, each group with one call. An empty name takes them out of theirs. */
export function useSetGroups() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (changes: readonly GroupChange[]) => {
      for (const { wallets, group } of changes) {
        const { user_wallets } = await setWalletGroup({ wallets: [...wallets], group });
        cacheGroups(client, user_wallets);
      }
    },
    onSettled: () => invalidate(client, userKey, walletsKey),
  });
}
