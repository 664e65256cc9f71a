import { useDeleteWallets, useRestoreWallets } from "../features/wallet/mutations";
import { plural } from "../format/text";
import { useToast } from "../ui/toasts";

/** A wallet to delete, with its name for messages. */
export interface NamedWallet {
  address: string;
  name: string;
}

/** `Savings deleted`, `3 wallets deleted`. */
const deletedWords = ([first, ...others]: readonly NamedWallet[]): string =>
  `${first && others.length === 0 ? first.name : plural(others.length + 1, "wallet")} deleted`;

/** Returns a function that deletes wallets and offers to undo it. */
export function useDeleteWithUndo() {
  const { mutateAsync: remove } = useDeleteWallets();
  const { mutateAsync: restore } = useRestoreWallets();
  const toast = useToast();
  // The rows may be unmounted before the call ends, so errors are handled here.
  const failed = (problem: Error) => toast({ text: problem.message, bad: true });
  return (wallets: readonly NamedWallet[]) =>
    void remove(wallets.map(({ address }) => address)).then(
      (deleted) => toast({ text: deletedWords(wallets), undo: () => void restore(deleted).catch(failed) }),
      failed,
    );
}
