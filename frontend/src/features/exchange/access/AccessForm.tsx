import { type FormEvent, useId } from "react";
import { Button, Spinner } from "../../../ui/Button";
import { Field } from "../../../ui/Field";
import { Icon } from "../../../ui/Icon";
import { InlineFailure } from "../../../ui/Note";
import { useToast } from "../../../ui/toasts";
import { useForm } from "../../../ui/useForm";
import { proposedName } from "../accounts";
import dialog from "../connectDialog.module.css";
import form from "../connectForm.module.css";
import { ExchangeIcon } from "../ExchangeIcon";
import { NotRead } from "../NotRead";
import { nameRule } from "../nameRule";
import type { ExchangeAccount, ExchangeProfile, OAuthProfile } from "../types";
import css from "./accessForm.module.css";
import { useAccess } from "./useAccess";

const NAME = "account_name";

interface AccessFormProps {
  profile: ExchangeProfile;
  oauth: OAuthProfile;
  /** The names of the person's accounts at this exchange. */
  taken: readonly string[];
  /** The account that is connected anew; null for a new account. */
  replaced: ExchangeAccount | null;
  onConnected: () => void;
  /** Opens the dialog to sign up. */
  onRegister: () => void;
  /** Returns to the list of exchanges; null where the form was opened without it. */
  onBack: (() => void) | null;
  onClose: () => void;
}

const Scopes = ({ scopes }: Pick<OAuthProfile, "scopes">) => (
  <section className={css.scopes} aria-label="What Spyhop requests">
    <h3>What Spyhop requests</h3>
    <ul>
      {scopes.map(({ name, label }) => (
        <li key={name}>
          <Icon name="check" size={16} />
          {label}
          <code>{name}</code>
        </li>
      ))}
      <li data-never="">
        <Icon name="close" size={16} />
        Trade, send, withdraw
        <small>never requested</small>
      </li>
    </ul>
  </section>
);

const Steps = ({ oauth: { steps, ending } }: Pick<AccessFormProps, "oauth">) => (
  <aside className={css.steps} aria-label="What happens next">
    <h3>What happens next</h3>
    <ol>
      {steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
    <p>
      <Icon name="info" size={16} />
      <span>{ending}</span>
    </p>
  </aside>
);

const Waiting = ({ name, onAgain }: { name: string; onAgain: () => void }) => (
  <div className={css.waiting} role="status">
    <Spinner />
    <p>
      <b>Waiting for {name}</b>
      <span>Finish in the window that opened. This dialog updates automatically. </span>
      <Button tone="link" onClick={onAgain}>
        Open it again
      </Button>
    </p>
  </div>
);

/** The form that connects an account with an access that its owner grants on the page of the exchange. */
export function AccessForm(props: AccessFormProps) {
  const { profile, oauth, taken, replaced, onConnected, onRegister, onBack, onClose } = props;
  const toast = useToast();
  const { isWaiting, refusal, begin, forget } = useAccess({
    profile,
    onRegister,
    onConnected: () => {
      toast({ text: `${profile.name} connected to Spyhop` });
      onConnected();
    },
  });
  const first = replaced?.account_name ?? proposedName(profile.name, taken);
  const { texts, bind, note, check } = useForm(useId(), { [NAME]: first }, { [NAME]: nameRule(replaced ? [] : taken) });
  const name = (texts[NAME] ?? "").trim();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (check(event.currentTarget)) void begin(name);
  };
  const { onChange, ...bound } = bind(NAME);
  const problem = note(NAME).problem || refusal?.fields[NAME];
  return (
    <form className={dialog.form} onSubmit={submit} noValidate>
      <div className={form.body}>
        <div className={form.fields}>
          {replaced ? null : (
            <Field label="Connection name" {...note(NAME)} problem={problem}>
              {(id) => (
                <input
                  id={id}
                  autoComplete="off"
                  maxLength={250}
                  readOnly={isWaiting}
                  {...bound}
                  onChange={(event) => {
                    forget();
                    onChange(event);
                  }}
                />
              )}
            </Field>
          )}
          {isWaiting ? (
            <Waiting name={profile.name} onAgain={() => void begin(name)} />
          ) : (
            <Button tone="primary" type="submit" className={css.go}>
              <ExchangeIcon name={profile.name} mark={profile.mark} size={28} />
              Continue with {profile.name}
            </Button>
          )}
          {refusal?.text ? <InlineFailure>{refusal.text}</InlineFailure> : null}
          <Scopes scopes={oauth.scopes} />
          <NotRead places={[...profile.not_read, ...oauth.not_read]} />
        </div>
        <Steps oauth={oauth} />
      </div>
      <footer className={form.foot}>
        <p>Window blocked by the browser? Use API Sync with a read-only key instead.</p>
        <Button onClick={onBack ?? onClose}>{onBack ? "Back" : "Cancel"}</Button>
      </footer>
    </form>
  );
}
