import {
  acceptDecimals,
  addToken,
  clearAssetPrice,
  clearDecimals,
  hideAsset,
  readNetwork,
  removeToken,
  setAssetPrice,
  showAsset,
} from "@spyhop/sdk";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { invalidate, portfolioKey, syncKey } from "../../queries/keys";
import { addedTokensOptions } from "./queries";
import type { ManualPrices, TokenPlace } from "./types";

/** A mutation that starts a sync; the figures change as the sources answer. */
function useSyncMutation<V, R>(mutationFn: (variables: V) => Promise<R>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSuccess: () => invalidate(client, portfolioKey, syncKey) });
}

/** Reads all wallets on one network, including networks without known holdings. */
export const useReadNetwork = () => useSyncMutation((chain: string) => readNetwork({ chain }));

/** A mutation of assets that changes totals. Some assets may have changed even if it fails. */
function useAssetMutation<V>(mutationFn: (variables: V) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: portfolioKey }) });
}

/** Sets manual prices, and clears those that are null. */
export const useManualPrices = () =>
  useAssetMutation(({ prices, currency }: ManualPrices) =>
    Promise.all(
      prices.map(({ asset, price }) =>
        price === null ? clearAssetPrice({ asset }) : setAssetPrice({ asset, price, currency_code: currency }),
      ),
    ),
  );

/** Values a token with the decimals that a token list states. */
export const useAcceptDecimals = () =>
  useAssetMutation(({ asset, decimals }: { asset: string; decimals: number }) => acceptDecimals({ asset, decimals }));

/** Stops valuing a token with the decimals of a token list. */
export const useClearDecimals = () => useAssetMutation((asset: string) => clearDecimals({ asset }));

/** Hides all assets of a group. */
export const useHideAssets = () =>
  useAssetMutation((assets: readonly string[]) => Promise.all(assets.map((asset) => hideAsset({ asset }))));

/** Shows hidden assets again. */
export const useShowAssets = () =>
  useAssetMutation((assets: readonly string[]) => Promise.all(assets.map((asset) => showAsset({ asset }))));

/** A mutation of the added tokens; totals change as the wallets are read. */
function useTokenMutation<V, R>(mutationFn: (variables: V) => Promise<R>) {
  const client = useQueryClient();
  const keys = [addedTokensOptions.queryKey, portfolioKey, syncKey];
  return useMutation({ mutationFn, onSettled: () => invalidate(client, ...keys) });
}

/** Adds a token by contract address. */
export const useAddToken = () => useTokenMutation((place: TokenPlace) => addToken(place));

/** Stops reading a token that was added by contract address. */
export const useRemoveToken = () => useTokenMutation((asset: string) => removeToken({ asset }));
