import { type ReactNode, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { FailureNote } from "../../ui/Note";
import { PageHeader } from "../../ui/PageHeader";
import { EditWallet } from "./EditWallet";
import css from "./list.module.css";
import type { WalletCard } from "./types";
import { useShownWallets } from "./useShownWallets";
import { type OnFix, WalletAttention } from "./WalletAttention";
import { Badges, Sorts } from "./WalletNarrowing";
import { WalletsBody } from "./WalletsBody";
import { Nothing, Total } from "./WalletsParts";
import { WalletTools } from "./WalletTools";

const HINTS = {
  cards: "Percentages are shares of the wallet's priced assets. Click any amount to see how it's calculated.",
  list: "Percentages are shares of your total net worth. Click any amount to see how it's calculated.",
} as const;

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
  onFix: OnFix;
}

/** The page of all wallets with their values. */
export function Wallets({ share, onAdd, onDelete, onFix }: WalletsProps) {
  const shown = useShownWallets();
  const [editing, setEditing] = useState<WalletCard | null>(null);
  const { data, error, view, onView, isReading, empty } = shown;
  useNamedWallet(data !== undefined && !isReading);
  return (
    <div className={css.page}>
      <PageHeader
        title="Wallets"
        subtitle="Manage all your wallets right here"
        hint={HINTS[shown.layout ?? "cards"]}
        actions={
          <>
            <Sorts view={view} onView={onView} />
            {share}
          </>
        }
      />
      <Total data={data} />
      <WalletAttention all={shown.attention} onFix={onFix} />
      <WalletTools {...shown} />
      <Badges view={view} onView={onView} networks={data?.networks ?? []} />
      {error ? <FailureNote title="Couldn't load wallets" failure={error} onRetry={shown.onRetry} /> : null}
      <p className="vh" role="status">
        {isReading ? "Loading wallets" : ""}
      </p>
      <WalletsBody shown={shown} onEdit={setEditing} onDelete={onDelete} onFix={onFix} />
      {empty ? <Nothing cause={empty} search={shown.search} onAll={shown.onAll} onAdd={onAdd} /> : null}
      {editing ? <EditWallet wallet={editing} onClose={() => setEditing(null)} /> : null}
    </div>
  );
}
