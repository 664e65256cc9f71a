import { type FormEvent, type ReactNode, useId, useState } from "react";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { Field } from "../../ui/Field";
import { InlineFailure } from "../../ui/Note";
import { Switch } from "../../ui/Switch";
import { useCopy } from "../../ui/useCopy";
import { type Rule, useForm } from "../../ui/useForm";
import css from "./leave.module.css";
import { useDeleteUser, useSignOut } from "./mutations";
import { publicLinks } from "./publicLinks";
import { useMe } from "./queries";

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

/** Copies the public pages of the wallets, one per line. */
function CopyLinks({ links }: { links: readonly string[] }) {
  const copy = useCopy();
  if (links.length === 0) return null;
  return (
    <Button tone="link" icon="link" onClick={() => copy(links.join("\n"), "Link copied")}>
      {links.length === 1 ? "Copy the link of your wallet" : "Copy the links of your wallets"}
    </Button>
  );
}

interface LeaveDialogProps {
  /** The form that keeps the wallets in an account. */
  keep: ReactNode;
  /** Whether the person opened it to delete their data. */
  deletesFirst?: boolean;
  onClose: () => void;
}

/** The dialog before an anonymous person leaves: keep the wallets by email or link, leave, or delete all data too. */
export function LeaveDialog({ keep, deletesFirst = false, onClose }: LeaveDialogProps) {
  const [deletes, setDeletes] = useState(deletesFirst);
  const form = useForm(useId(), { confirmation: "" }, { confirmation: confirmed });
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
    <Dialog title="Are you sure you want to leave?" onClose={onClose}>
      <div className={css.leave}>
        <p>
          These wallets are saved only in this browser. If you leave, you can't get them back. Sign in by email to keep
          them.
        </p>
        <section className={css.keep} aria-label="Keep your wallets">
          {keep}
          <CopyLinks links={publicLinks(location.origin, me?.user.user_wallets ?? [])} />
        </section>
        {me?.user.link ? <p>Your share link stops working.</p> : null}
        <Switch on={deletes} onChange={setDeletes}>
          Also delete my data
        </Switch>
        <DeleteNote deletes={deletes} />
        <form onSubmit={submit} noValidate>
          {deletes ? (
            <Field label={`Type "${CONFIRMATION}" to confirm`} {...form.note("confirmation")}>
              {(control) => <input id={control} autoComplete="off" {...form.bind("confirmation")} />}
            </Field>
          ) : null}
          {error ? <InlineFailure>{error.message}</InlineFailure> : null}
          <div className={css.act}>
            <Button tone="danger" type="submit" busy={busy}>
              {deletes ? "Delete and leave" : "No thanks, let me leave"}
            </Button>
            <Button data-first onClick={onClose}>
              Stay
            </Button>
          </div>
        </form>
      </div>
    </Dialog>
  );
}
