import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { InlineFailure } from "../../ui/Note";
import css from "./aside.module.css";
import { useMe, useSignOut } from "./queries";

/** Asks before the session is gone for good. */
export function LeaveDialog({ onClose }: { onClose: () => void }) {
  const { mutate, isPending, error } = useSignOut();
  const { data: me } = useMe();
  return (
    <Dialog title="Are you sure you want to leave ?" onClose={onClose}>
      <div className={css.leave}>
        <p>This session is known to this browser alone. After leaving it cannot be opened again.</p>
        {me?.user.link ? <p>Your share link keeps working. Stop sharing first if it should not.</p> : null}
        {error ? <InlineFailure>{error.message}</InlineFailure> : null}
        <div>
          <Button tone="primary" busy={isPending} onClick={() => mutate()}>
            Yes
          </Button>
          <Button onClick={onClose}>No</Button>
        </div>
      </div>
    </Dialog>
  );
}
