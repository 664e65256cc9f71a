import { useState } from "react";
import type { WalletCard } from "../features/wallet/types";
import { Wallets } from "../features/wallet/Wallets";
import { nameOf } from "../features/wallet/words";
import { useAddWallet } from "./addWallet";
import { FixWalletContainer } from "./FixWalletContainer";
import { ShareContainer } from "./ShareContainer";
import { useConfirmedBulkDelete } from "./useConfirmedBulkDelete";
import { useConfirmedDelete } from "./useConfirmedDelete";

/** The route of Wallets. */
export default function WalletsRoute() {
  const [wrong, setWrong] = useState<{ address: string; unsupported: string | null } | null>(null);
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
        share={<ShareContainer />}
        onAdd={() => onAdd()}
        onDelete={deleteWallets}
        onFix={(address, unsupported) => setWrong({ address, unsupported })}
      />
      {question}
      {bulkQuestion}
      {wrong === null ? null : <FixWalletContainer {...wrong} onClose={() => setWrong(null)} />}
    </>
  );
}
