import { Link } from "react-router";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import css from "./refusedSession.module.css";

interface PersonDialogProps {
  /** The name of the account; null for an anonymous person. */
  account: string | null;
  onSignIn: () => void;
  onShare: () => void;
  onLeave: () => void;
  onClose: () => void;
}

/** The account dialog: sign in, profile, share and leave. */
export const PersonDialog = ({ account, onSignIn, onShare, onLeave, onClose }: PersonDialogProps) => (
  <Dialog title={account ?? "Not signed in"} {...(account ? { subtitle: "Signed in" } : {})} onClose={onClose}>
    <div className={css.leave}>
      {account ? null : (
        <p>Your wallets and their nicknames are saved only in this browser. Sign in to open them on another device.</p>
      )}
      <div className={css.person}>
        {account ? null : (
          <Button small tone="primary" onClick={onSignIn}>
            Sign in
          </Button>
        )}
        <Link to="/profile" className={css.profile} onClick={onClose}>
          Profile
        </Link>
        <Button small icon="share" onClick={onShare}>
          Share your portfolio
        </Button>
        <Button small onClick={onLeave}>
          {account ? "Sign out" : "Leave this browser"}
        </Button>
      </div>
    </div>
  </Dialog>
);
