import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import css from "./refusedSession.module.css";

interface PersonDialogProps {
  onShare: () => void;
  onLeave: () => void;
  onClose: () => void;
}

/** The account dialog, with the share and leave actions. */
export const PersonDialog = ({ onShare, onLeave, onClose }: PersonDialogProps) => (
  <Dialog title="Not signed in" onClose={onClose}>
    <div className={css.leave}>
      <p>
        Your wallets and their nicknames are saved only in this browser. There is no account, so you can't open them on
        another device.
      </p>
      <div className={css.person}>
        <Button small icon="share" onClick={onShare}>
          Share your portfolio
        </Button>
        <Button small onClick={onLeave}>
          Leave this browser
        </Button>
      </div>
    </div>
  </Dialog>
);
