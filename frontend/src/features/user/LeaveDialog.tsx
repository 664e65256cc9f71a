import { type FormEvent, useId, useState } from "react";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { Field } from "../../ui/Field";
import { InlineFailure } from "../../ui/Note";
import { Switch } from "../../ui/Switch";
import { type Rule, useForm } from "../../ui/useForm";
import { useDeleteUser, useSignOut } from "./mutations";
import { useMe } from "./queries";
import css from "./refusedSession.module.css";

/** The word to type to confirm the deletion of all data. */
const CONFIRMATION = "delete";

const confirmed: Rule = (text) =>
  text.trim().toLowerCase() === CONFIRMATION ? "" : `Type "${CONFIRMATION}" to confirm.`;

function DeleteNote({ deletes }: { deletes: boolean }) {
  return deletes ? (
    <p>
      Your wallets, nicknames, custom prices and the log of requests about your addresses are erased from this server
      now. There is no undo.
    </p>
  ) : (
    <p>Your wallets stay on this server, but no one can open them and they are no longer refreshed.</p>
  );
}

/** The confirmation before leaving: sign out only, or delete all data too. */
export function LeaveDialog({ onClose }: { onClose: () => void }) {
  const id = useId();
  const [deletes, setDeletes] = useState(false);
  const form = useForm(id, { confirmation: "" }, { confirmation: confirmed });
  const signOut = useSignOut();
  const deleteUser = useDeleteUser();
  const { data: me } = useMe();
  const busy = signOut.isPending || deleteUser.isPending;
  const error = deletes ? deleteUser.error : signOut.error;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    if (!deletes) signOut.mutate();
    else if (form.check(event.currentTarget)) deleteUser.mutate(form.texts.confirmation);
  };
  return (
    <Dialog title="Are you sure you want to leave ?" onClose={onClose}>
      <form className={css.leave} onSubmit={submit} noValidate>
        <p>These wallets are saved only in this browser. If you leave, you can't get them back.</p>
        {me?.user.link ? <p>Your share link stops working.</p> : null}
        <Switch on={deletes} onChange={setDeletes}>
          Also delete my data
        </Switch>
        <DeleteNote deletes={deletes} />
        {deletes ? (
          <Field label={`Type "${CONFIRMATION}" to confirm`} {...form.note("confirmation")}>
            {(control) => <input id={control} autoComplete="off" {...form.bind("confirmation")} />}
          </Field>
        ) : null}
        {error ? <InlineFailure>{error.message}</InlineFailure> : null}
        <div>
          <Button tone="danger" type="submit" busy={busy}>
            {deletes ? "Delete and leave" : "Yes"}
          </Button>
          <Button data-first onClick={onClose}>
            No
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
