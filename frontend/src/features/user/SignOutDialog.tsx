import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { InlineFailure } from "../../ui/Note";
import css from "./leave.module.css";
import { useSignOut } from "./mutations";

/** The question before a registered person signs out of this browser. */
export function SignOutDialog({ onClose }: { onClose: () => void }) {
  const { mutate, isPending, error } = useSignOut();
  return (
    <Dialog title="Are you sure you want to leave?" onClose={onClose}>
      <div className={css.leave}>
        <p>Your wallets stay in your account. Sign in to open them again, here or on another device.</p>
        {error ? <InlineFailure>{error.message}</InlineFailure> : null}
        <div className={css.act}>
          <Button tone="primary" busy={isPending} onClick={() => (isPending ? undefined : mutate())}>
            Yes
          </Button>
          <Button data-first onClick={onClose}>
            No
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
