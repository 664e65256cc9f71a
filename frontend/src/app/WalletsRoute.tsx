import { useDeleteWallet, useRestoreWallets } from "../features/user/queries";
import type { WalletCard } from "../features/wallet/queries";
import { Wallets } from "../features/wallet/Wallets";
import { shortAddress } from "../format/text";
import { useToast } from "../ui/toasts";
import { useAddWallet } from "./addWallet";

/** All wallets; a deleted one can be put back. */
export default function WalletsRoute() {
  const { mutate: remove } = useDeleteWallet();
  const { mutate: restore } = useRestoreWallets();
  const onAdd = useAddWallet();
  const toast = useToast();
  const failed = { onError: (problem: Error) => toast({ text: problem.message, bad: true }) };
  const onDelete = (wallet: WalletCard) => {
    const name = wallet.nickname || wallet.display_address || shortAddress(wallet.address);
    const done = (before: string[]) => toast({ text: `${name} deleted`, undo: () => restore(before, failed) });
    remove(wallet.address, { ...failed, onSuccess: done });
  };
  return (
    <>
      <title>Wallets · Spyhop</title>
      <Wallets onAdd={onAdd} onDelete={onDelete} />
    </>
  );
}
