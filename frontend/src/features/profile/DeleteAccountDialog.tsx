import { type FormEvent, useId, useState } from "react";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { Field } from "../../ui/Field";
import { InlineFailure } from "../../ui/Note";
import { type Rule, useForm } from "../../ui/useForm";
import css from "./deleteAccount.module.css";

/** The word to type to confirm the deletion. */
const CONFIRMATION = "delete";

const confirmed: Rule = (text) =>
  text.trim().toLowerCase() === CONFIRMATION ? "" : `Type "${CONFIRMATION}" to confirm.`;

interface DeleteAccountDialogProps {
  /** Requests the deletion and ends the session. */
  remove: (confirmation: string) => Promise<unknown>;
  onClose: () => void;
}

/** The confirmation before a registered person's account is deleted. */
export function DeleteAccountDialog({ remove, onClose }: DeleteAccountDialogProps) {
  const form = useForm(useId(), { confirmation: "" }, { confirmation: confirmed });
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState("");
  const send = async () => {
    setBusy(true);
    setFailure("");
    try {
      await remove(form.texts.confirmation.trim());
    } catch (thrown) {
      setFailure(thrown instanceof Error ? thrown.message : "Something Went Wrong");
      setBusy(false);
    }
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!busy && form.check(event.currentTarget)) void send();
  };
  return (
    <Dialog title="Delete account" onClose={onClose}>
      <form className={css.form} onSubmit={submit} noValidate>
        <p>You'll be signed out everywhere. Your share link and API keys stop working at once.</p>
        <p>
          Your email, name, nicknames, notes and custom prices are erased after 7 days. Until then, sign in to undo.
        </p>
        <Field label={`Type "${CONFIRMATION}" to confirm`} {...form.note("confirmation")}>
          {(id) => <input id={id} autoComplete="off" {...form.bind("confirmation")} />}
        </Field>
        {failure ? <InlineFailure>{failure}</InlineFailure> : null}
        <div className={css.act}>
          <Button tone="danger" type="submit" busy={busy}>
            Delete account
          </Button>
          <Button onClick={onClose}>Keep my account</Button>
        </div>
      </form>
    </Dialog>
  );
}
