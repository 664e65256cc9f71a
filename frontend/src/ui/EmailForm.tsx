import { type FormEvent, useId, useState } from "react";
import { isEmail, LONGEST_EMAIL } from "../format/email";
import { Button } from "./Button";
import css from "./emailForm.module.css";
import { Field } from "./Field";
import { InlineFailure } from "./Note";
import { useForm } from "./useForm";

interface EmailFormProps {
  /** The label of the submit button. */
  submit: string;
  /** The problem of a text that is no email address. */
  invalid: string;
  tone?: "primary" | "quiet";
  /** The address to begin with. */
  initial?: string;
  send: (email: string) => Promise<unknown>;
}

/** A form with one email field, whose button stands beside it. */
export function EmailForm({ submit, invalid, tone = "primary", initial = "", send }: EmailFormProps) {
  const form = useForm(useId(), { email: initial }, { email: (text) => (isEmail(text) ? "" : invalid) });
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState("");
  const run = async () => {
    setBusy(true);
    setFailure("");
    try {
      await send(form.texts.email.trim());
    } catch (thrown) {
      setFailure(thrown instanceof Error ? thrown.message : "Something Went Wrong");
    } finally {
      setBusy(false);
    }
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!busy && form.check(event.currentTarget)) void run();
  };
  return (
    <form className={css.form} onSubmit={onSubmit} noValidate>
      <Field label="Email" {...form.note("email")}>
        {(control) => (
          <div className={css.entry}>
            <input
              id={control}
              type="email"
              autoComplete="email"
              placeholder="you@example.org"
              maxLength={LONGEST_EMAIL}
              {...form.bind("email")}
            />
            <Button tone={tone} type="submit" busy={busy}>
              {submit}
            </Button>
          </div>
        )}
      </Field>
      {failure ? <InlineFailure>{failure}</InlineFailure> : null}
    </form>
  );
}
