import { type ReactNode, useState } from "react";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import css from "./aside.module.css";
import { LeaveDialog } from "./LeaveDialog";

interface PersonDialogProps {
  /** The way to share. */
  share: ReactNode;
  onClose: () => void;
}

/** Who this browser is towards the server, and what can be done about it. */
export function PersonDialog({ share, onClose }: PersonDialogProps) {
  const [isLeaving, setLeaving] = useState(false);
  if (isLeaving) return <LeaveDialog onClose={onClose} />;
  return (
    <Dialog title="Not signed in" onClose={onClose}>
      <div className={css.leave}>
        <p>
          Your wallets and their nicknames are saved only in this browser. There is no account, so you can't open them
          on another device.
        </p>
        <div className={css.person}>
          {share}
          <Button small onClick={() => setLeaving(true)}>
            Leave this browser
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
