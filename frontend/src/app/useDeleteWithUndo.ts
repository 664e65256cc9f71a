import { useDeleteWallet, useRestoreWallet } from "../features/wallet/mutations";
import { useToast } from "../ui/toasts";

/** Returns a function that deletes a wallet and offers to undo it. */
export function useDeleteWithUndo() {
  const { mutateAsync: remove } = useDeleteWallet();
  const { mutateAsync: restore } = useRestoreWallet();
  const toast = useToast();
  // The row may be unmounted before the call ends, so errors are handled here.
  const failed = (problem: Error) => toast({ text: problem.message, bad: true });
  return (address: string, name: string) =>
    void remove(address).then(
      (deleted) => toast({ text: `${name} deleted`, undo: () => void restore(deleted).catch(failed) }),
      failed,
    );
}
