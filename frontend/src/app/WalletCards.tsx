import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { ApprovalsCard } from "../features/approval/ApprovalsCard";
import { reconciliationOptions } from "../features/health/queries";
import { AssetEntries } from "../features/history/AssetEntries";
import { EVERYTHING } from "../features/history/conditions";
import { useRecent } from "../features/history/newestEntries";
import { useLatest } from "../features/history/queries";
import { TransactionsCard } from "../features/history/TransactionsCard";
import { isReading } from "../features/portfolio/polling";
import type { useWalletPortfolio } from "../features/portfolio/useWalletPortfolio";
import { WalletFigures } from "../features/portfolio/WalletFigures";
import { WalletHoldings } from "../features/portfolio/WalletHoldings";
import { WalletNetworks } from "../features/portfolio/WalletNetworks";
import { AddressSeenCard } from "../features/privacy/AddressSeenCard";
import type { UserWallet } from "../features/user/types";
import { AddsUpCard } from "../features/wallet/AddsUpCard";
import { addsUp } from "../features/wallet/addsUp";
import type { WalletCards } from "../features/wallet/WalletPage";
import { Card } from "../ui/Card";
import { lazyPart } from "../ui/lazyPart";
import { FailureNote } from "../ui/Note";
import { useAddWallet } from "./addWallet";

const AssetValueCard = lazyPart(() => import("../features/value/AssetValueCard"), "AssetValueCard");

const HISTORY = "/intelligence/transaction-history";
const entryPath = (id: string): string => `${HISTORY}?entry=${encodeURIComponent(id)}`;

/** The history of a wallet. An extended key must not appear in a URL, so that its entries are among those of all wallets. */
const historyPath = ({ address, extended_key }: UserWallet): string =>
  extended_key ? HISTORY : `${HISTORY}?wallet=${encodeURIComponent(address)}`;

/** Whether the entries of the wallet add up to its balances. */
function AddsUpContainer({ wallet }: { wallet: UserWallet }) {
  const latest = useLatest(EVERYTHING, true);
  const reconciliation = useQuery(reconciliationOptions());
  const result = addsUp(wallet, {
    accounts: latest.data?.coverage.accounts_status,
    differences: reconciliation.data?.differences,
  });
  return <AddsUpCard result={result} failure={latest.error ?? reconciliation.error} path={historyPath(wallet)} />;
}

/** The newest entries of the wallet. They are left out when there are none. */
function RecentContainer({ wallet }: { wallet: UserWallet }) {
  const wallets = [wallet.address];
  const { data } = useRecent(null, wallets);
  if (!data || data.results.length === 0) return null;
  return <TransactionsCard visitor={null} wallets={wallets} path={historyPath(wallet)} entryPath={entryPath} />;
}

type WalletPortfolio = ReturnType<typeof useWalletPortfolio>;

/** The value over time and the holdings. Without holdings there is neither. */
function Main({ wallet, query }: { wallet: UserWallet; query: WalletPortfolio }) {
  const onAdd = useAddWallet();
  const { data: portfolio } = query;
  if (!portfolio) return <div aria-busy="true" />;
  return (
    <>
      <Suspense fallback={<div aria-busy="true" />}>
        <AssetValueCard
          visitor={null}
          wallets={[wallet.address]}
          isReading={isReading(portfolio)}
          path="/intelligence/asset-value"
          isSmall
        />
      </Suspense>
      <WalletHoldings
        portfolio={portfolio}
        ofAsset={({ group, parts }) => (
          <AssetEntries
            group={group}
            assets={parts.map(({ asset }) => asset)}
            visitor={null}
            wallets={[wallet.address]}
            paths={{ history: HISTORY, entry: entryPath }}
          />
        )}
        onAdd={() => onAdd()}
        onFixWallet={() => undefined}
      />
    </>
  );
}

function Figures({ wallet, query: { data, error, refetch } }: { wallet: UserWallet; query: WalletPortfolio }) {
  if (data || !error) return <WalletFigures portfolio={data} address={wallet.address} />;
  return (
    <Card title="Facts">
      <FailureNote title="Couldn't load this wallet" failure={error} onRetry={() => void refetch()} />
    </Card>
  );
}

/** The cards of other features on the page of a wallet. */
export function walletCards(wallet: UserWallet, query: WalletPortfolio): WalletCards {
  const { id, address, detected, extended_key: extended } = wallet;
  return {
    figures: <Figures wallet={wallet} query={query} />,
    main: query.data || !query.error ? <Main key={id} wallet={wallet} query={query} /> : null,
    side: (
      <>
        {query.data && detected ? <WalletNetworks portfolio={query.data} /> : null}
        <AddsUpContainer wallet={wallet} />
        {detected && !extended ? <ApprovalsCard address={address} path="/intelligence/approvals" /> : null}
        {detected ? <AddressSeenCard address={address} /> : null}
      </>
    ),
    below: detected ? <RecentContainer wallet={wallet} /> : null,
  };
}
