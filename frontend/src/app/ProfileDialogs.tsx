import { SignOutDialog } from "../features/user/SignOutDialog";
import { DeleteAccountContainer } from "./DeleteAccountContainer";
import { LeaveContainer } from "./LeaveContainer";
import { LinkWalletContainer } from "./LinkWalletContainer";
import type { ProfileDialog } from "./ProfileRoute";
import { UpdateEmailContainer } from "./UpdateEmailContainer";

interface ProfileDialogsProps {
  dialog: ProfileDialog;
  isRegistered: boolean;
  onClose: () => void;
}

/** The dialogs of the profile page. */
export function ProfileDialogs({ dialog, isRegistered, onClose }: ProfileDialogsProps) {
  if (dialog.kind === "code")
    return (
      <UpdateEmailContainer email={dialog.email} sentAt={dialog.sentAt} isRegistered={isRegistered} onClose={onClose} />
    );
  if (dialog.kind === "link") return <LinkWalletContainer onClose={onClose} />;
  if (!isRegistered) return <LeaveContainer deletesFirst={dialog.kind === "delete"} onClose={onClose} />;
  if (dialog.kind === "delete") return <DeleteAccountContainer onClose={onClose} />;
  return <SignOutDialog onClose={onClose} />;
}
