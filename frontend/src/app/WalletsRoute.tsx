import { useState } from "react";
import { Wallets } from "../features/wallet/Wallets";
import { nameOf } from "../features/wallet/words";
import { useAddWallet } from "./addWallet";
import { FixWalletContainer } from "./FixWalletContainer";
import { ShareContainer } from "./ShareContainer";
import { useDeleteWithUndo } from "./useDeleteWithUndo";

/** The route of Wallets. */
export default function WalletsRoute() {
  const [wrong, setWrong] = useState<string | null>(null);
  const onAdd = useAddWallet();
  const onDelete = useDeleteWithUndo();
  return (
    <>
      <title>Wallets · Spyhop</title>
      <Wallets
        share={<ShareContainer />}
        onAdd={() => onAdd()}
        onDelete={(wallet) => onDelete(wallet.address, nameOf(wallet))}
        onFix={({ address }) => setWrong(address)}
      />
      {wrong === null ? null : <FixWalletContainer address={wrong} onClose={() => setWrong(null)} />}
    </>
  );
}
