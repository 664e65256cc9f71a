import { KeepWallets } from "../features/sign_in/KeepWallets";
import { leavingCalls } from "../features/sign_in/mutations";
import { LeaveDialog } from "../features/user/LeaveDialog";
import { startSession } from "./greeting";
import { retryingCalls } from "./retryConflict";

interface LeaveContainerProps {
  /** Whether the person opened it to delete their data. */
  deletesFirst?: boolean;
  onClose: () => void;
}

/** The dialog before an anonymous person leaves. The code of an email keeps the wallets, and opens the account in its place. */
export const LeaveContainer = ({ deletesFirst = false, onClose }: LeaveContainerProps) => (
  <LeaveDialog
    keep={<KeepWallets calls={retryingCalls(leavingCalls(startSession))} />}
    deletesFirst={deletesFirst}
    onClose={onClose}
  />
);
