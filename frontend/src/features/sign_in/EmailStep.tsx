import { type FormEvent, type ReactNode, useId, useState } from "react";
import { isEmail, LONGEST_EMAIL } from "../../format/email";
import { Button, IconButton } from "../../ui/Button";
import { Field } from "../../ui/Field";
import { InlineFailure } from "../../ui/Note";
import { type Rule, useForm } from "../../ui/useForm";
import { refusalOf } from "./queries";
import css from "./signIn.module.css";
import type { SentCode } from "./types";
import { useCountdown } from "./useCountdown";

const emailRule: Rule = (text) => (isEmail(text) ? "" : "Please enter a valid email id");

interface EmailStepProps {
  sendCode: (email: string) => Promise<SentCode>;
  onSent: (email: string, sent: SentCode) => void;
  /** Rendered beside the submit button. */
  others: ReactNode;
}

/** The first step: the email address. */
export function EmailStep({ sendCode, onSent, others }: EmailStepProps) {
  const id = useId();
  const form = useForm(id, { email: "" }, { email: emailRule });
  const [busy, setBusy] = useState(false);
  const [unknown, setUnknown] = useState("");
  const [failure, setFailure] = useState({ text: "", until: 0 });
  const wait = useCountdown(failure.until);
  const send = async (email: string) => {
    setBusy(true);
    setFailure({ text: "", until: 0 });
    try {
      onSent(email, await sendCode(email));
    } catch (thrown) {
      const { kind, message, retryAfter } = refusalOf(thrown);
      if (kind === "unknown_email") setUnknown(message);
      else setFailure({ text: message, until: Date.now() + (retryAfter ?? 0) * 1000 });
      setBusy(false);
    }
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!busy && wait === 0 && form.check(event.currentTarget)) void send(form.texts.email.trim());
  };
  const clear = () => {
    form.write("email", "");
    setUnknown("");
  };
  const note = form.note("email");
  const { onChange, ...bound } = form.bind("email");
  return (
    <form className={css.form} onSubmit={submit} noValidate>
      <Field label="Email" {...note} problem={note.problem || unknown}>
        {(control) => (
          <div className={css.entry}>
            <input
              id={control}
              type="email"
              autoComplete="email"
              placeholder="you@example.org"
              maxLength={LONGEST_EMAIL}
              {...bound}
              aria-invalid={unknown ? true : bound["aria-invalid"]}
              onChange={(event) => {
                setUnknown("");
                onChange(event);
              }}
            />
            {unknown ? <IconButton icon="close" label="Clear the email" size={16} onClick={clear} /> : null}
          </div>
        )}
      </Field>
      {failure.text ? (
        <InlineFailure>
          {failure.text}
          {wait > 0 ? ` You can try again in ${wait} s.` : ""}
        </InlineFailure>
      ) : null}
      <div className={css.act}>
        <Button tone="primary" type="submit" busy={busy}>
          Send verification
        </Button>
        {others}
      </div>
    </form>
  );
}
