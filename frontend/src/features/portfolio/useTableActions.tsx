import { type ReactNode, Suspense, useState } from "react";
import { lazyPart } from "../../ui/lazyPart";
import { useToast } from "../../ui/toasts";
import type { TableActions } from "./AssetTable";
import type { ViewRow } from "./assetView";
import { useHideAssets, useManualPrices, useShowAssets } from "./mutations";
import type { PriceTarget, SetPriceProps } from "./SetPrice";
import { useFormerPrices } from "./useFormerPrices";
import { useTokenActions } from "./useTokenActions";

const SetPrice = lazyPart(() => import("./SetPrice"), "SetPrice");
const AddToken = lazyPart(() => import("./AddToken"), "AddToken");

const assetsOf = (row: ViewRow): string[] => [...new Set(row.parts.map((part) => part.asset))];

/** The actions of assets, each with undo. */
function useAssetActions(currency: string) {
  const { mutate: hide } = useHideAssets();
  const { mutate: show } = useShowAssets();
  const { mutate: price } = useManualPrices();
  const back = useFormerPrices();
  const toast = useToast();
  const tokens = useTokenActions();
  const failed = { onError: (problem: Error) => toast({ text: problem.message, bad: true }) };
  return {
    onHide: (row: ViewRow) => {
      const assets = assetsOf(row);
      const done = () => toast({ text: `${row.symbol} hidden`, undo: () => show(assets, failed) });
      hide(assets, { ...failed, onSuccess: done });
    },
    onShow: (asset: string, symbol: string) =>
      show([asset], {
        ...failed,
        onSuccess: () => toast({ text: `${symbol} is shown again`, undo: () => hide([asset], failed) }),
      }),
    onRemoveToken: ({ parts, symbol }: ViewRow) => {
      const place = new Map(parts.filter(({ added }) => added).map(({ asset, chain }) => [asset, chain]));
      for (const [asset, chain] of place)
        tokens.remove(asset, symbol, { chain, contract_address: asset.slice(asset.lastIndexOf(":") + 1) });
    },
    onClearPrice: ({ assets, symbol }: ViewRow) => {
      const prices = assets.map(({ asset }) => ({ asset, price: null }));
      const undo = back({ prices: assets, currency });
      const done = () => toast({ text: `${symbol} is back to market price`, undo });
      price({ prices, currency }, { ...failed, onSuccess: done });
    },
  };
}

/** What the page does, not the table. */
type PageActions = Pick<TableActions, "onAdd" | "onFixWallet">;

/** Returns the actions of the asset table, and the dialogs that they open. */
export function useTableActions(currency: string, page: PageActions): [TableActions, ReactNode] {
  const [adding, setAdding] = useState<{ chain: string | null } | null>(null);
  const onAddToken = (chain: string | null) => setAdding({ chain });
  const [pricing, setPricing] = useState<Omit<SetPriceProps, "onClose"> | null>(null);
  // The currency of the dialog stays that of its prices, even if the page changes currency meanwhile.
  const onSetPrice = ({ symbol, assets, amount }: PriceTarget) => setPricing({ symbol, assets, amount, currency });
  const actions = { ...useAssetActions(currency), ...page, onSetPrice, onAddToken };
  const dialogs = (
    <>
      {pricing ? (
        <Suspense>
          <SetPrice {...pricing} onClose={() => setPricing(null)} />
        </Suspense>
      ) : null}
      {adding ? (
        <Suspense>
          <AddToken {...adding} onClose={() => setAdding(null)} />
        </Suspense>
      ) : null}
    </>
  );
  return [actions, dialogs];
}
