import { type ReactNode, Suspense, useState } from "react";
import { Card } from "../../ui/Card";
import { lazyPart } from "../../ui/lazyPart";
import { FailureNote } from "../../ui/Note";
import { useToast } from "../../ui/toasts";
import type { ViewRow } from "./assetView";
import { type CardsOf, HomeParts } from "./HomeParts";
import { HomeSkeleton } from "./HomeSkeleton";
import { useHideAssets, useManualPrices, useShowAssets } from "./mutations";
import { isUnreachable } from "./queries";
import type { PriceTarget, SetPriceProps } from "./SetPrice";
import { StaleNotice } from "./StaleNotice";
import type { Portfolio, UnreadWallet } from "./types";
import { useChosenWallets } from "./useChosenWallets";
import { useFormerPrices } from "./useFormerPrices";
import { useShownPortfolio } from "./useShownPortfolio";
import { useTokenActions } from "./useTokenActions";
import { type WalletChoice, WalletFilter } from "./WalletFilter";

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

interface HomeProps {
  /** The state of the data providers, in one line. */
  providers: ReactNode;
  /** The user's wallets, for the wallet filter. */
  wallets: readonly WalletChoice[];
  /** The actions of the page. */
  pageActions: ReactNode;
  /** The cards of other features. */
  cardsOf?: CardsOf;
  /** Opens the add-wallet dialog. */
  onAdd: () => void;
  /** Opens the dialog that fixes or removes an unread wallet. */
  onFixWallet: (wallet: UnreadWallet) => void;
}

interface FilledProps extends Omit<HomeProps, "wallets"> {
  portfolio: Portfolio;
  filter: ReactNode;
}

/** Home once the portfolio has loaded. */
function Filled({ portfolio, filter, providers, pageActions, cardsOf, onAdd, onFixWallet }: FilledProps) {
  const { currency_code: currency } = portfolio;
  const [adding, setAdding] = useState<{ chain: string | null } | null>(null);
  const onAddToken = (chain: string | null) => setAdding({ chain });
  const [pricing, setPricing] = useState<Omit<SetPriceProps, "onClose"> | null>(null);
  // The currency of the dialog stays that of its prices, even if the page changes currency meanwhile.
  const onSetPrice = ({ symbol, assets, amount }: PriceTarget) => setPricing({ symbol, assets, amount, currency });
  const actions = { ...useAssetActions(currency), onSetPrice, onAdd, onFixWallet, onAddToken };
  return (
    <>
      <HomeParts
        portfolio={portfolio}
        filter={filter}
        providers={providers}
        pageActions={pageActions}
        cardsOf={cardsOf}
        actions={actions}
      />
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
}

/** Home: the net worth over time, its allocation, the assets, and what is missing. */
export function Home({ wallets, ...props }: HomeProps) {
  const [chosen, choose] = useChosenWallets(wallets);
  const { data, error, refetch } = useShownPortfolio(undefined, chosen);
  const filter = <WalletFilter wallets={wallets} chosen={chosen} onChoose={choose} />;
  const onRetry = () => void refetch();
  if (data)
    return (
      <>
        {error && !isUnreachable(error) ? <StaleNotice portfolio={data} problem={error} onRetry={onRetry} /> : null}
        <Filled portfolio={data} filter={filter} {...props} />
      </>
    );
  if (!error) return <HomeSkeleton hasValue={props.cardsOf !== undefined} />;
  return (
    <Card title="Net worth">
      <FailureNote level={1} title="Couldn't load your portfolio" failure={error} onRetry={onRetry} />
    </Card>
  );
}
