import { useEffect, useRef } from "react";
import { withDates } from "../../format/time";
import { Button } from "../../ui/Button";
import { Field } from "../../ui/Field";
import { Icon } from "../../ui/Icon";
import { InlineFailure } from "../../ui/Note";
import { useMedia } from "../../ui/useMedia";
import { StepList, StepSlides } from "./ConnectSteps";
import dialog from "./connectDialog.module.css";
import css from "./connectForm.module.css";
import { KeyField } from "./KeyField";
import { NotRead } from "./NotRead";
import type { KeyWarning } from "./types";
import { type ConnectFormOptions, NAME, useConnectForm } from "./useConnectForm";

/** What the person is to know about the key before it is stored. */
const Warnings = ({ warnings }: { warnings: readonly KeyWarning[] }) => (
  <section className={css.warnings} role="alert" aria-label="Before you connect">
    <p>
      <b>Before you connect</b> nothing is stored yet
    </p>
    <ul>
      {warnings.map(({ code, text }) => (
        <li key={code}>
          <Icon name="alert" size={16} />
          {withDates(text)}
        </li>
      ))}
    </ul>
  </section>
);

interface ConnectFormProps extends ConnectFormOptions {
  /** Returns to the list of exchanges; null where the form was opened without it. */
  onBack: (() => void) | null;
  onClose: () => void;
}

/** Moves the focus to the key, because the name is filled in; on phones, where the keyboard would cover the steps, to the steps. */
function useFirstFocus(key: string, isNarrow: boolean) {
  const root = useRef<HTMLFormElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only where the form appears
  useEffect(() => {
    const start = isNarrow ? root.current?.querySelector("ol") : root.current?.elements.namedItem(key);
    if (start instanceof HTMLElement) start.focus({ preventScroll: true });
  }, []);
  return root;
}

interface FootProps extends Pick<ConnectFormProps, "onBack" | "onClose"> {
  label: string;
  isRunning: boolean;
}

const Foot = ({ label, isRunning, onBack, onClose }: FootProps) => (
  <footer className={css.foot}>
    <p>Encrypted on this server. Only the key's last 4 characters are shown to you again.</p>
    <Button onClick={onBack ?? onClose}>{onBack ? "Back" : "Cancel"}</Button>
    {/* `disabled` would remove the focus from the button. */}
    <Button tone="primary" type="submit" busy={isRunning} aria-disabled={isRunning}>
      {isRunning ? "Checking the key" : label}
    </Button>
  </footer>
);

/** The form for a key of an exchange, drawn from its profile. */
export function ConnectForm({ onBack, onClose, ...options }: ConnectFormProps) {
  const { profile, replaced } = options;
  const { field, submit, isRunning, refusal, warnings } = useConnectForm(options);
  const isNarrow = useMedia("(max-width: 859px)");
  const root = useFirstFocus(profile.fields[0]?.name ?? "", isNarrow);
  const { note, bound } = field(NAME);
  const label = warnings.length > 0 ? "Connect anyway" : replaced ? "Replace key" : "Connect";
  return (
    <form ref={root} className={dialog.form} onSubmit={submit} noValidate>
      <div className={css.body}>
        <div className={css.fields}>
          {isNarrow ? <StepSlides steps={profile.steps} /> : null}
          {replaced ? null : (
            <Field label="Connection name" {...note}>
              {(id) => <input id={id} autoComplete="off" maxLength={250} readOnly={isRunning} {...bound} />}
            </Field>
          )}
          {profile.fields.map(({ name, label, secret }) => (
            <KeyField key={name} label={label} isSecret={secret} isReadOnly={isRunning} {...field(name)} />
          ))}
          {warnings.length > 0 ? <Warnings warnings={warnings} /> : null}
          {refusal?.text ? <InlineFailure>{refusal.text}</InlineFailure> : null}
          <NotRead places={profile.not_read} />
        </div>
        {isNarrow ? null : <StepList steps={profile.steps} />}
      </div>
      <Foot label={label} isRunning={isRunning} onBack={onBack} onClose={onClose} />
    </form>
  );
}
