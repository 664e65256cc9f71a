import { useState } from "react";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import css from "./aside.module.css";
import { LeaveDialog } from "./LeaveDialog";

/** Who this browser is towards the server, and the way out. */
export function PersonDialog({ onClose }: { onClose: () => void }) {
  const [isLeaving, setLeaving] = useState(false);
  if (isLeaving) return <LeaveDialog onClose={onClose} />;
  return (
    <Dialog title="Not signed in" onClose={onClose}>
      <div className={css.leave}>
        <p>
          Your wallets and their nicknames are saved only in this browser. There is no account, so you can't open them
          on another device.
        </p>
        <div>
          <Button data-first onClick={onClose}>
            Stay
          </Button>
          <Button tone="link" onClick={() => setLeaving(true)}>
            Leave this browser
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
