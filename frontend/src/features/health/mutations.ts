import { hideAsset, liftCap, showAsset } from "@spyhop/sdk";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { invalidate, portfolioKey, syncKey } from "../../queries/keys";

/** A mutation after which the issues, the figures and the sync status are refetched. */
function useIssueMutation<V>(mutationFn: (variables: V) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSuccess: () => invalidate(client, portfolioKey, syncKey) });
}

/** Hides an asset. */
export const useHideAsset = () => useIssueMutation((asset: string) => hideAsset({ asset }));

/** Shows a hidden asset again. */
export const useShowAsset = () => useIssueMutation((asset: string) => showAsset({ asset }));

/** Lifts the limit up to which the history of an account is read. */
export const useLiftCap = () => useIssueMutation((account: string) => liftCap({ account }));
