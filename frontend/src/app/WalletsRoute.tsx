import { useState } from "react";
import { useDeleteWallet, useRestoreWallet } from "../features/user/queries";
import type { WalletCard } from "../features/wallet/queries";
import { Wallets } from "../features/wallet/Wallets";
import { nameOf } from "../features/wallet/words";
import { useToast } from "../ui/toasts";
import { useAddWallet } from "./addWallet";
import { FixWalletGate } from "./FixWalletGate";
import { ShareGate } from "./ShareGate";

/** Deletes a wallet; it can be put back. */
function useDelete() {
  const { mutate: remove } = useDeleteWallet();
  const { mutate: restore } = useRestoreWallet();
  const toast = useToast();
  const failed = { onError: (problem: Error) => toast({ text: problem.message, bad: true }) };
  return (wallet: WalletCard) => {
    remove(wallet.address, {
      ...failed,
      onSuccess: (deleted) => toast({ text: `${nameOf(wallet)} deleted`, undo: () => restore(deleted, failed) }),
    });
  };
}

/** All wallets, and what can be done about them. */
export default function WalletsRoute() {
  const [wrong, setWrong] = useState<string | null>(null);
  const onAdd = useAddWallet();
  const onDelete = useDelete();
  return (
    <>
      <title>Wallets · Spyhop</title>
      <Wallets
        share={<ShareGate />}
        onAdd={() => onAdd()}
        onDelete={onDelete}
        onFix={({ address }) => setWrong(address)}
      />
      {wrong === null ? null : <FixWalletGate address={wrong} onClose={() => setWrong(null)} />}
    </>
  );
}
