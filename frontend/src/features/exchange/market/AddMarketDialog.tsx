import { type FormEvent, useId, useState } from "react";
import { Dialog } from "../../../ui/Dialog";
import { Field } from "../../../ui/Field";
import { FormActions } from "../../../ui/FormActions";
import { InlineFailure } from "../../../ui/Note";
import { useToast } from "../../../ui/toasts";
import { useForm } from "../../../ui/useForm";
import { refusalOf } from "../mutations";
import css from "../renameDialog.module.css";
import type { ExchangeAccount, Refusal } from "../types";
import { pairOf } from "./markets";
import { useMarketCalls } from "./mutations";

/** The field as the call names it. */
const FIELD = "market";
const rule = (text: string): string => (text.trim() === "" ? "Enter two assets, such as LINK/EUR." : "");

/** Adds a pair, and keeps why it was refused until another one is entered. */
function useAdd(account: ExchangeAccount, onClose: () => void) {
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isRunning, setRunning] = useState(false);
  const { add } = useMarketCalls(account);
  const toast = useToast();
  const send = async (text: string) => {
    setRunning(true);
    setRefusal(null);
    try {
      const market = await add(text);
      onClose();
      toast({ text: `${pairOf(market)} added. Its trades are being read.` });
    } catch (problem) {
      setRefusal(refusalOf(problem, [FIELD]));
      setRunning(false);
    }
  };
  return { isRunning, refusal, forget: () => setRefusal(null), send };
}

/** The dialog that adds a pair to those whose trades are read. */
export function AddMarketDialog({ account, onClose }: { account: ExchangeAccount; onClose: () => void }) {
  const { exchange_name, account_name } = account;
  const form = useForm(useId(), { [FIELD]: "" }, { [FIELD]: rule });
  const { isRunning, refusal, forget, send } = useAdd(account, onClose);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isRunning || !form.check(event.currentTarget)) return;
    void send(form.texts[FIELD].trim());
  };
  const note = form.note(FIELD);
  const { onChange, ...bound } = form.bind(FIELD);
  const change = (event: Parameters<typeof onChange>[0]) => {
    forget();
    onChange(event);
  };
  return (
    <Dialog
      title="Add a pair"
      subtitle={`All trades in it at ${exchange_name} are read for ${account_name}`}
      onClose={onClose}
    >
      <form className={css.form} onSubmit={submit} noValidate>
        <Field label="Pair, such as LINK/EUR" {...note} problem={note.problem || refusal?.fields[FIELD]}>
          {(id) => <input id={id} autoComplete="off" maxLength={81} spellCheck={false} {...bound} onChange={change} />}
        </Field>
        {refusal?.text ? <InlineFailure>{refusal.text}</InlineFailure> : null}
        <FormActions submit="Add pair" busy={isRunning} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
