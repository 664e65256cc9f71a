import { type ReactNode, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { Button } from "../../ui/Button";
import { FailureNote } from "../../ui/Note";
import { PageHeader } from "../../ui/PageHeader";
import { EditWallet } from "./EditWallet";
import { GroupDialogs } from "./GroupDialogs";
import css from "./list.module.css";
import type { WalletCard } from "./types";
import { useGroupDialog } from "./useGroupDialog";
import { useShownWallets } from "./useShownWallets";
import { useWalletList } from "./useWalletList";
import { type OnFix, WalletAttention } from "./WalletAttention";
import { Badges } from "./WalletNarrowing";
import { WalletsBody } from "./WalletsBody";
import { Nothing } from "./WalletsParts";
import { WalletTools } from "./WalletTools";

const HINTS = {
  cards: "Percentages are shares of the wallet's priced assets. Click any amount to see how it's calculated.",
  list: "Shares are of your total net worth. Click any figure to see how it's calculated.",
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
  /** The total of all wallets, and what it covers. */
  facts: ReactNode;
  /** The share button. */
  share: ReactNode;
  /** Opens the dialog that adds the wallets of a file. */
  onUpload: () => void;
  onAdd: () => void;
  onDelete: (wallets: readonly WalletCard[]) => void;
  /** Opens the dialog that replaces the address of a wallet. */
  onFix: OnFix;
}

/** The page of all wallets with their values. */
export function Wallets({ facts, share, onUpload, onAdd, onDelete, onFix }: WalletsProps) {
  const shown = useShownWallets();
  const list = useWalletList(shown);
  const groups = useGroupDialog();
  const [editing, setEditing] = useState<WalletCard | null>(null);
  const { data, error, view, onView, layout, isReading, empty } = shown;
  const chosen = list.choice.chosen.map(({ wallet }) => wallet);
  useNamedWallet(data !== undefined && !isReading);
  const onMoved = () => {
    list.choice.onClear();
    // The group that was made is shown.
    if (shown.group !== "own") onView({ group: null });
  };
  return (
    <div className={css.page}>
      <PageHeader
        title="Wallets"
        subtitle="Manage all your wallets right here"
        hint={HINTS[layout ?? "cards"]}
        actions={
          <>
            <Button small icon="upload" aria-haspopup="dialog" onClick={onUpload}>
              Upload a list
            </Button>
            {share}
          </>
        }
      />
      {facts}
      <WalletAttention all={shown.attention} onFix={onFix} />
      <div className={css.listing} data-list={layout === "list" || undefined}>
        <WalletTools {...shown} onNewGroup={() => groups.onNew(chosen)} />
        <Badges view={view} onView={onView} networks={data?.networks ?? []} wallets={shown.wallets} />
        {error ? <FailureNote title="Couldn't load wallets" failure={error} onRetry={shown.onRetry} /> : null}
        <p className="vh" role="status">
          {isReading ? "Loading wallets" : ""}
        </p>
        <WalletsBody shown={shown} list={list} groups={groups} onEdit={setEditing} onDelete={onDelete} onFix={onFix} />
        {empty ? <Nothing cause={empty} search={shown.search} onAll={shown.onAll} onAdd={onAdd} /> : null}
      </div>
      {editing ? <EditWallet wallet={editing} onClose={() => setEditing(null)} /> : null}
      <GroupDialogs open={groups.open} onClose={groups.onClose} onMoved={onMoved} />
    </div>
  );
}
