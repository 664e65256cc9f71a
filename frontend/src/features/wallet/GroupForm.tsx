import { type FormEvent, type ReactNode, useId, useState } from "react";
import { Dialog } from "../../ui/Dialog";
import { Field } from "../../ui/Field";
import { FormActions } from "../../ui/FormActions";
import { InlineFailure } from "../../ui/Note";
import { type Rule, useForm } from "../../ui/useForm";
import css from "./groupForm.module.css";
import { LONGEST_FIELD } from "./nickname";

interface GroupFormProps {
  title: string;
  subtitle?: ReactNode;
  /** The label of the submit button. */
  submit: string;
  /** The initial name. */
  name?: string;
  /** The rule of the name, while it is shown. */
  rule: Rule;
  /** Whether there is a field for the name. */
  isNamed?: boolean;
  /** Returns what else is wrong when the form is sent; empty if nothing is. */
  problem?: () => string;
  /** Changes the groups. It fails with the reason. */
  save: (name: string) => Promise<void>;
  onClose: () => void;
  /** What is above the field of the name. */
  above?: ReactNode;
  /** What is below it. */
  below?: ReactNode;
}

/** The dialog of a group: its name, and what the caller puts above or below. */
export function GroupForm({ save, onClose, isNamed = true, ...shown }: GroupFormProps) {
  const form = useForm(useId(), { name: shown.name ?? "" }, isNamed ? { name: shown.rule } : {});
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState("");
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy || !form.check(event.currentTarget)) return;
    const problem = shown.problem?.() ?? "";
    setFailure(problem);
    if (problem) return;
    setBusy(true);
    save(form.texts.name.trim()).then(onClose, ({ message }: Error) => {
      setFailure(message);
      setBusy(false);
    });
  };
  return (
    <Dialog title={shown.title} subtitle={shown.subtitle} onClose={onClose}>
      <form className={css.form} onSubmit={submit} noValidate>
        {shown.above}
        {isNamed ? (
          <Field label="Name of the group" {...form.note("name")}>
            {(control) => (
              <input
                id={control}
                placeholder="Treasury"
                maxLength={LONGEST_FIELD}
                autoComplete="off"
                {...form.bind("name")}
              />
            )}
          </Field>
        ) : null}
        {shown.below}
        {failure ? <InlineFailure>{failure}</InlineFailure> : null}
        <FormActions submit={shown.submit} busy={busy} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
