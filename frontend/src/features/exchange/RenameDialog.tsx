import { type FormEvent, useId, useState } from "react";
import { Dialog } from "../../ui/Dialog";
import { Field } from "../../ui/Field";
import { FormActions } from "../../ui/FormActions";
import { InlineFailure } from "../../ui/Note";
import { useToast } from "../../ui/toasts";
import { useForm } from "../../ui/useForm";
import { namesAt } from "./accounts";
import { refusalOf, useAccountCalls } from "./mutations";
import { nameRule } from "./nameRule";
import css from "./renameDialog.module.css";
import type { ExchangeAccount, Refusal } from "./types";

/** The field as the call names it. */
const FIELD = "new_account_name";

interface RenameDialogProps {
  account: ExchangeAccount;
  /** All accounts of the person. */
  accounts: readonly ExchangeAccount[];
  onClose: () => void;
}

/** Saves a name, and keeps why it was refused until another one is entered. */
function useRename(account: ExchangeAccount, onClose: () => void) {
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isRunning, setRunning] = useState(false);
  const { rename } = useAccountCalls();
  const toast = useToast();
  const send = async (name: string) => {
    setRunning(true);
    setRefusal(null);
    try {
      await rename(account, name);
      onClose();
      toast({ text: `Renamed to ${name}` });
    } catch (problem) {
      setRefusal(refusalOf(problem, [FIELD]));
      setRunning(false);
    }
  };
  return { isRunning, refusal, forget: () => setRefusal(null), send };
}

/** The dialog that changes the name of an account. */
export function RenameDialog({ account, accounts, onClose }: RenameDialogProps) {
  const { exchange, exchange_name, account_name: before } = account;
  const taken = namesAt(accounts, exchange).filter((name) => name !== before);
  const form = useForm(useId(), { [FIELD]: before }, { [FIELD]: nameRule(taken) });
  const { isRunning, refusal, forget, send } = useRename(account, onClose);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isRunning || !form.check(event.currentTarget)) return;
    const name = form.texts[FIELD].trim();
    if (name === before) onClose();
    else void send(name);
  };
  const note = form.note(FIELD);
  const { onChange, ...bound } = form.bind(FIELD);
  const change = (event: Parameters<typeof onChange>[0]) => {
    forget();
    onChange(event);
  };
  return (
    <Dialog title={`Rename ${before}`} subtitle={`Account at ${exchange_name}`} onClose={onClose}>
      <form className={css.form} onSubmit={submit} noValidate>
        <Field label="Connection name" {...note} problem={note.problem || refusal?.fields[FIELD]}>
          {(id) => <input id={id} autoComplete="off" maxLength={250} {...bound} onChange={change} />}
        </Field>
        {refusal?.text ? <InlineFailure>{refusal.text}</InlineFailure> : null}
        <FormActions submit="Save" busy={isRunning} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
