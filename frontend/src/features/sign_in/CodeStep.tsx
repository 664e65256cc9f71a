import { type FormEvent, type ReactNode, useId, useState } from "react";
import { Button } from "../../ui/Button";
import { InlineFailure } from "../../ui/Note";
import { required, useForm } from "../../ui/useForm";
import { CodeField } from "./CodeField";
import { normalizeCode } from "./code";
import { refusalOf } from "./queries";
import { ResendButton } from "./ResendButton";
import css from "./signIn.module.css";
import type { EnteredCode, Refusal, SentCode } from "./types";

const rules = { code: required("Field cannot be empty") };

/** How long the code works. */
const validity = (expiresIn: number | null): string =>
  expiresIn === null
    ? "A code works for 10 min. If yours is older, send a new one."
    : `It works for ${Math.max(1, Math.round(expiresIn / 60))} min.`;

/** What happens once the code is entered. */
function explanation(isNewUser: boolean | null): string {
  if (isNewUser === null) return "Enter it to sign in.";
  return isNewUser
    ? "Enter it to create your account. Your wallets stay as they are."
    : "Welcome back. Enter it to open your account.";
}

interface CodeStepProps {
  email: string;
  /** What the code does, unless it signs in. */
  purpose?: string;
  /** The label of the submit button. */
  action?: string;
  /** The last code that was sent. */
  sent: SentCode;
  /** When it was sent, in milliseconds since 1970. */
  sentAt: number;
  resend: () => Promise<SentCode>;
  onSent: (sent: SentCode) => void;
  verify: (entered: EnteredCode) => Promise<unknown>;
  /** Rendered beside the submit button. */
  others?: ReactNode;
}

/** The second step: the code from the email. */
export function CodeStep({
  email,
  purpose,
  action = "Verify",
  sent,
  sentAt,
  resend,
  onSent,
  verify,
  others,
}: CodeStepProps) {
  const form = useForm(useId(), { code: "" }, rules);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const bound = form.bind("code");
  const run = async (switchUser: boolean) => {
    setBusy(true);
    setRefusal(null);
    try {
      await verify({ email, code: normalizeCode(form.texts.code), switchUser });
    } catch (thrown) {
      setRefusal(refusalOf(thrown));
      setBusy(false);
    }
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!busy && form.check(event.currentTarget)) void run(false);
  };
  const fail = (message: string) => setRefusal({ kind: "failed", message, retryAfter: undefined });
  const onResent = (next: SentCode) => {
    form.write("code", "");
    setRefusal(null);
    onSent(next);
  };
  // A code that does not sign in cannot replace the person who is signed in.
  const isOther = refusal?.kind === "other_person" && purpose === undefined;
  return (
    <form className={css.form} onSubmit={submit} noValidate>
      <p className={css.lead}>
        We sent a code to <b>{email}</b>. {purpose ?? explanation(sent.isNewUser)} {validity(sent.expiresIn)}
      </p>
      <CodeField
        note={form.note("code")}
        refused={refusal?.kind === "invalid_code" ? refusal.message : ""}
        bound={{
          ...bound,
          onChange: (event) => {
            setRefusal(null);
            bound.onChange(event);
          },
        }}
      />
      {refusal?.kind === "invalid_code" ? (
        <p className={css.lead}>You can also open the link in the email, or send a new code.</p>
      ) : null}
      {refusal && refusal.kind !== "invalid_code" && !isOther ? <InlineFailure>{refusal.message}</InlineFailure> : null}
      {isOther ? (
        <div className={css.confirm} role="alert">
          <p>Someone else is signed in in this browser. Their data is kept in their account.</p>
          <Button small busy={busy} onClick={() => void run(true)}>
            Sign in as {email}
          </Button>
        </div>
      ) : null}
      <div className={css.act}>
        <Button tone="primary" type="submit" busy={busy}>
          {action}
        </Button>
        <ResendButton readyAt={sentAt + sent.resendAfter * 1000} resend={resend} onSent={onResent} onFailure={fail} />
        {others}
      </div>
    </form>
  );
}
