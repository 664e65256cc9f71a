import { SignOutDialog } from "../features/user/SignOutDialog";
import { LeaveContainer } from "./LeaveContainer";
import { ShareDialogContainer } from "./ShareContainer";

/** A dialog that the menu of the person opens. */
export type PersonDialog = "share" | "leave";

interface PersonDialogsProps {
  dialog: PersonDialog;
  isRegistered: boolean;
  onClose: () => void;
}

/** The dialogs of the menu of the person. */
export function PersonDialogs({ dialog, isRegistered, onClose }: PersonDialogsProps) {
  if (dialog === "share") return <ShareDialogContainer onClose={onClose} />;
  return isRegistered ? <SignOutDialog onClose={onClose} /> : <LeaveContainer onClose={onClose} />;
}
