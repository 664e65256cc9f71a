import { lazy, Suspense, useState } from "react";
import { PortfolioFacts } from "../features/portfolio/PortfolioFacts";
import type { WalletCard } from "../features/wallet/types";
import { Wallets } from "../features/wallet/Wallets";
import { nameOf } from "../features/wallet/words";
import { useAddWallet } from "./addWallet";
import { FixWalletContainer } from "./FixWalletContainer";
import { loadAddWallet } from "./loadPage";
import { ShareContainer } from "./ShareContainer";
import { useConfirmedBulkDelete } from "./useConfirmedBulkDelete";
import { useConfirmedDelete } from "./useConfirmedDelete";

const AddWalletContainer = lazy(loadAddWallet);

/** The route of Wallets. */
export default function WalletsRoute() {
  const [wrong, setWrong] = useState<{ address: string; unsupported: string | null } | null>(null);
  const [isUploading, setUploading] = useState(false);
  const onAdd = useAddWallet();
  const [onDelete, question] = useConfirmedDelete();
  const [onDeleteAll, bulkQuestion] = useConfirmedBulkDelete();
  const deleteWallets = (wallets: readonly WalletCard[]) => {
    const named = wallets.map((wallet) => ({ address: wallet.address, name: nameOf(wallet) }));
    const [first, ...others] = named;
    if (first && others.length === 0) onDelete(first.address, first.name);
    else onDeleteAll(named);
  };
  return (
    <>
      <title>Wallets · Spyhop</title>
      <Wallets
        facts={<PortfolioFacts />}
        share={<ShareContainer />}
        onUpload={() => setUploading(true)}
        onAdd={() => onAdd()}
        onDelete={deleteWallets}
        onFix={(address, unsupported) => setWrong({ address, unsupported })}
      />
      {isUploading ? (
        <Suspense>
          <AddWalletContainer isUpload onClose={() => setUploading(false)} />
        </Suspense>
      ) : null}
      {question}
      {bulkQuestion}
      {wrong === null ? null : <FixWalletContainer {...wrong} onClose={() => setWrong(null)} />}
    </>
  );
}
