import { useDeleteWallet, useRestoreWallet } from "../features/wallet/mutations";
import { useToast } from "../ui/toasts";

/** Deletes a wallet; it can be put back. */
export function useDeleteWithUndo() {
  const { mutateAsync: remove } = useDeleteWallet();
  const { mutateAsync: restore } = useRestoreWallet();
  const toast = useToast();
  // The row that was pressed may be gone before this has ended.
  const failed = (problem: Error) => toast({ text: problem.message, bad: true });
  return (address: string, name: string) =>
    void remove(address).then(
      (deleted) => toast({ text: `${name} deleted`, undo: () => void restore(deleted).catch(failed) }),
      failed,
    );
}
