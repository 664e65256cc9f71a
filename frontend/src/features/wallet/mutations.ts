import { deleteUserWallet, ProblemError, type UpdateWalletRequest, updateUserWallet, updateWallet } from "@spyhop/sdk";
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { invalidate, portfolioKey, syncKey, userKey } from "../../queries/keys";
import { userOptions } from "../../queries/user";
import type { Addresses, DeletedWallet, UpdateUserWalletRequest, User } from "./types";
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

/** Deletes a wallet; returns what `useRestoreWallet` needs to restore it. */
export function useDeleteWallet() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (address: string): Promise<DeletedWallet> => {
      const { user } = await client.fetchQuery({ ...userOptions, staleTime: 0 });
      await deleteUserWallet({ wallet_address: address });
      return { address, before: addressesOf(user) };
    },
    onSuccess: () => invalidateWallets(client),
  });
}

/** Restores a deleted wallet. Within a day it also gets its nickname and its date back. */
export function useRestoreWallet() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (deleted: DeletedWallet) =>
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
