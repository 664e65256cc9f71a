import type { ReactNode } from "react";
import { Dialog } from "../../ui/Dialog";
import css from "./signIn.module.css";

interface LinkWalletDialogProps {
  /** The step that signs with a wallet. */
  wallet: ReactNode;
  onClose: () => void;
}

/** The dialog that links a wallet to the account, so that the person can sign in with it. */
export const LinkWalletDialog = ({ wallet, onClose }: LinkWalletDialogProps) => (
  <Dialog
    title="Link a wallet"
    subtitle="You can sign in with it then. It isn't added to your portfolio."
    onClose={onClose}
  >
    <div className={css.last}>{wallet}</div>
  </Dialog>
);
