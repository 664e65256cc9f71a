import { type ReactNode, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { coverageWords } from "../../format/coverage";
import { Button } from "../../ui/Button";
import { InlineList } from "../../ui/InlineList";
import { Money } from "../../ui/Money";
import { EmptyState, FailureNote } from "../../ui/Note";
import { PageHeader } from "../../ui/PageHeader";
import { Pagination } from "../../ui/Pagination";
import { nearestPage } from "../../ui/paging";
import { Skeleton } from "../../ui/Skeleton";
import { EditWallet } from "./EditWallet";
import css from "./list.module.css";
import { isRefused, PAGE, useWallets } from "./queries";
import type { SearchWalletData, WalletCard } from "./types";
import { WalletCardView } from "./WalletCardView";
import { Badges, Sorts } from "./WalletNarrowing";
import { useWalletView, useWithinPages } from "./walletView";

const HINT = "Percentages are shares of the wallet's priced assets. Click any amount to see how it's calculated.";

/** The total of all wallets with its coverage. */
function Total({ data }: { data: SearchWalletData | undefined }) {
  if (!data)
    return (
      <div className={css.total}>
        <Skeleton width={190} height={22} />
        <Skeleton width={230} height={14} />
      </div>
    );
  const { net_worth, coverage, currency_code, figures } = data;
  return (
    <section className={css.total} aria-label="Total net worth">
      <p>
        <span>Total net worth</span>
        <b>
          {net_worth === null ? (
            "Not known"
          ) : (
            <Money amount={net_worth} currency={currency_code} figure={figures["/net_worth"]} label="Total net worth" />
          )}
        </b>
      </p>
      <p className={css.count}>
        <InlineList of={coverageWords(coverage)} />
      </p>
    </section>
  );
}

const CardsSkeleton = () =>
  [0, 1, 2].map((i) => (
    <li key={i} className={css.card}>
      <Skeleton width={160} height={44} />
      <Skeleton width={200} height={50} />
      <Skeleton width="100%" height={24} />
    </li>
  ));

interface NothingProps {
  isNarrowed: boolean;
  onAll: () => void;
  onAdd: () => void;
}

/** The empty state: no wallets, or none on the chosen networks. */
const Nothing = ({ isNarrowed, onAll, onAdd }: NothingProps) => (
  <EmptyState
    icon={isNarrowed ? "wallet" : "whale"}
    title="No data found"
    actions={
      isNarrowed ? (
        <Button onClick={onAll}>Show all wallets</Button>
      ) : (
        <Button tone="primary" icon="plus" onClick={onAdd}>
          Add wallet
        </Button>
      )
    }
  >
    {isNarrowed
      ? "No wallet has a balance on the selected networks."
      : "Paste any address or ENS name. No account, no signature, no keys."}
  </EmptyState>
);

/** Scrolls to the wallet in the hash of the URL once it is rendered. */
function useNamedWallet(isDrawn: boolean): void {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same wallet can be the target again
  useEffect(() => {
    const card = isDrawn && hash ? document.getElementById(hash.slice(1)) : null;
    card?.scrollIntoView({ block: "center" });
    // If the user has begun to type meanwhile, the field keeps the focus.
    if (!(document.activeElement instanceof HTMLInputElement)) card?.focus({ preventScroll: true });
  }, [isDrawn, hash, key]);
}

interface WalletsProps {
  /** The share button. */
  share: ReactNode;
  onAdd: () => void;
  onDelete: (wallet: WalletCard) => void;
  /** Opens the dialog that replaces the address of a wallet. */
  onFix: (wallet: WalletCard) => void;
}

/** The page of all wallets with their values. */
export function Wallets({ share, onAdd, onDelete, onFix }: WalletsProps) {
  const place = useWalletView();
  const [view, onView] = place;
  const [editing, setEditing] = useState<WalletCard | null>(null);
  const { data, error, refetch, isStale, isLoading } = useWallets(view);
  const pages = Math.max(1, Math.ceil((data?.total_count ?? 0) / PAGE));
  useWithinPages(place, data ? pages : undefined);
  // The requested page is beyond the last one, which is loaded next.
  const isBehind = data !== undefined && data.total_count > 0 && data.user_wallets.length === 0;
  const isReading = isLoading || isBehind;
  useNamedWallet(data !== undefined && !isReading);
  const isNarrowed = view.chains.length > 0;
  // A request that was rejected because of its networks would be rejected again, so the filter is cleared.
  const again = () => (isNarrowed && isRefused(error) ? onView({ chains: [] }) : void refetch());
  return (
    <div className={css.page}>
      <PageHeader
        title="Wallets"
        subtitle="Manage all your wallets right here"
        hint={HINT}
        actions={
          <>
            <Sorts view={view} onView={onView} />
            {share}
          </>
        }
      />
      <Total data={data} />
      <Badges view={view} onView={onView} networks={data?.networks ?? []} />
      {error ? <FailureNote title="Couldn't load wallets" failure={error} onRetry={again} /> : null}
      <p className="vh" role="status">
        {isReading ? "Loading wallets" : ""}
      </p>
      <ul className={`${css.cards} ${isStale ? css.stale : ""}`} aria-busy={isReading}>
        {isReading && !data?.user_wallets.length ? <CardsSkeleton /> : null}
        {data?.user_wallets.map((wallet, i) => (
          <WalletCardView
            key={wallet.id}
            wallet={wallet}
            place={`/user_wallets/${i}`}
            currency={data.currency_code}
            figures={data.figures}
            onEdit={() => setEditing(wallet)}
            onDelete={() => onDelete(wallet)}
            onFix={() => onFix(wallet)}
          />
        ))}
      </ul>
      {data?.total_count === 0 ? (
        <Nothing isNarrowed={isNarrowed} onAll={() => onView({ chains: [] })} onAdd={onAdd} />
      ) : null}
      {pages > 1 ? (
        <div className={css.foot}>
          <Pagination page={nearestPage(view.page, pages)} pages={pages} onPage={(page) => onView({ page })} />
        </div>
      ) : null}
      {editing ? <EditWallet wallet={editing} onClose={() => setEditing(null)} /> : null}
    </div>
  );
}
