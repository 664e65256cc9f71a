import { DeleteAccountDialog } from "../features/profile/DeleteAccountDialog";
import { useDeleteUser } from "../features/user/mutations";
import { useProof } from "./useProof";

/** The dialog that deletes the account of a registered person. */
export function DeleteAccountContainer({ onClose }: { onClose: () => void }) {
  const { mutateAsync } = useDeleteUser();
  const { withProof, dialog } = useProof();
  return (
    <>
      <DeleteAccountDialog remove={(word) => withProof(() => mutateAsync(word))} onClose={onClose} />
      {dialog}
    </>
  );
}
