import { useState } from "react";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { Icon } from "../../ui/Icon";
import { InlineFailure } from "../../ui/Note";
import css from "./aside.module.css";
import { useSignOut } from "./queries";

function LeaveDialog({ onClose }: { onClose: () => void }) {
  const { mutate, isPending, error } = useSignOut();
  return (
    <Dialog title="Are you sure you want to leave ?" onClose={onClose}>
      <div className={css.leave}>
        <p>This session is known to this browser alone. After leaving it cannot be opened again.</p>
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

/** Who this browser is, and the way out. */
export function Leave() {
  const [asked, setAsked] = useState(false);
  return (
    <>
      <button type="button" className={css.you} onClick={() => setAsked(true)}>
        <b>
          <Icon name="user" size={16} />
        </b>
        <span>
          Not signed in
          <small>Kept in this browser. Leave</small>
        </span>
      </button>
      {asked ? <LeaveDialog onClose={() => setAsked(false)} /> : null}
    </>
  );
}
