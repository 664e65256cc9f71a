import { getBalance, hideAsset, showAsset } from "@spyhop/sdk";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { invalidate, portfolioKey, syncKey } from "../../queries/keys";
import type { HealthIssue } from "./types";

/** A mutation after which the issues, the figures and the sync status are refetched. */
function useIssueMutation<V>(mutationFn: (variables: V) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSuccess: () => invalidate(client, portfolioKey, syncKey) });
}

/** Reads the chain or the wallet of an issue again. */
export const useReadAgain = () =>
  useIssueMutation(({ chain, wallet_address }: HealthIssue) =>
    getBalance({
      ...(chain ? { chain } : {}),
      ...(wallet_address ? { wallet_address } : {}),
      update_balance: true,
    }),
  );

/** Hides an asset. */
export const useHideAsset = () => useIssueMutation((asset: string) => hideAsset({ asset }));

/** Shows a hidden asset again. */
export const useShowAsset = () => useIssueMutation((asset: string) => showAsset({ asset }));
