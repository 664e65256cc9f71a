import { useState } from "react";
import { Wallets } from "../features/wallet/Wallets";
import { nameOf } from "../features/wallet/words";
import { useAddWallet } from "./addWallet";
import { FixWalletContainer } from "./FixWalletContainer";
import { ShareContainer } from "./ShareContainer";
import { useConfirmedDelete } from "./useConfirmedDelete";

/** The route of Wallets. */
export default function WalletsRoute() {
  const [wrong, setWrong] = useState<{ address: string; unsupported: string | null } | null>(null);
  const onAdd = useAddWallet();
  const [onDelete, question] = useConfirmedDelete();
  return (
    <>
      <title>Wallets · Spyhop</title>
      <Wallets
        share={<ShareContainer />}
        onAdd={() => onAdd()}
        onDelete={(wallet) => onDelete(wallet.address, nameOf(wallet))}
        onFix={(address, unsupported) => setWrong({ address, unsupported })}
      />
      {question}
      {wrong === null ? null : <FixWalletContainer {...wrong} onClose={() => setWrong(null)} />}
    </>
  );
}
