import { useRef, useState } from "react";
import { Navigate, useParams } from "react-router";
import { useWalletPortfolio } from "../features/portfolio/useWalletPortfolio";
import { useMe } from "../features/user/queries";
import type { UserWallet } from "../features/user/types";
import { EditWallet } from "../features/wallet/EditWallet";
import { UnknownWallet, WalletPage } from "../features/wallet/WalletPage";
import { WalletSkeleton } from "../features/wallet/WalletSkeleton";
import { walletAt } from "../features/wallet/walletPath";
import { nameOf } from "../features/wallet/words";
import { useReadAgain } from "../queries/readAgain";
import { FailureNote } from "../ui/Note";
import { useToast } from "../ui/toasts";
import { useAddWallet } from "./addWallet";
import { FixWalletContainer } from "./FixWalletContainer";
import { useConfirmedDelete } from "./useConfirmedDelete";
import { walletCards } from "./WalletCards";

/** Its page on the explorer of the network where most of it is. */
const explorerOf = (portfolio: ReturnType<typeof useWalletPortfolio>["data"]): string | null =>
  portfolio?.user_wallet.assets.flatMap(({ parts }) => parts).find(({ explorer_url }) => explorer_url)?.explorer_url ??
  null;

/** The page of a wallet of the person, with its dialogs. */
function Filled({ wallet }: { wallet: UserWallet }) {
  const [isEditing, setEditing] = useState(false);
  const [isFixing, setFixing] = useState(false);
  const [onDelete, question] = useConfirmedDelete();
  const query = useWalletPortfolio(wallet.address, wallet.detected);
  const { mutate: read, isPending } = useReadAgain();
  const toast = useToast();
  const onRead = () =>
    read({ wallet_address: wallet.address }, { onError: ({ message }) => toast({ text: message, bad: true }) });
  return (
    <>
      <title>{`${nameOf(wallet)} · Spyhop`}</title>
      <WalletPage
        wallet={wallet}
        cards={walletCards(wallet, query)}
        explorer={explorerOf(query.data)}
        isReading={isPending || query.data?.refreshing === true}
        onRead={onRead}
        onEdit={() => setEditing(true)}
        onDelete={() => onDelete(wallet.address, nameOf(wallet))}
        onFix={() => setFixing(true)}
      />
      {isEditing ? <EditWallet wallet={wallet} onClose={() => setEditing(false)} /> : null}
      {isFixing ? (
        <FixWalletContainer
          address={wallet.address}
          unsupported={wallet.reason_code === "not_supported_yet" ? wallet.reason : null}
          onClose={() => setFixing(false)}
        />
      ) : null}
      {question}
    </>
  );
}

/** The route of one wallet. */
export default function WalletRoute() {
  const { address = "" } = useParams();
  const { data: me, error, refetch } = useMe();
  const onAdd = useAddWallet();
  const found = useRef<string | null>(null);
  const wallet = me ? walletAt(me.user.user_wallets, address) : undefined;
  // A wallet that was deleted or replaced here has no page any more; the list offers to undo it.
  const isGone = me !== undefined && !wallet && found.current === address;
  if (wallet) found.current = address;
  if (wallet) return <Filled key={wallet.id} wallet={wallet} />;
  if (isGone) return <Navigate to="/wallets" replace />;
  if (me) return <UnknownWallet onAdd={() => onAdd(address)} />;
  if (!error) return <WalletSkeleton />;
  return <FailureNote level={1} title="Couldn't load this wallet" failure={error} onRetry={() => void refetch()} />;
}
