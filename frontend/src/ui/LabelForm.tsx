import { type FormEvent, useId } from "react";
import { Button } from "./Button";
import { FormProblem } from "./FormProblem";
import css from "./inlineForm.module.css";
import { useGuardedText } from "./useGuardedText";

/** The most letters of a label, as of a nickname. */
const MAX_LABEL = 60;

interface LabelFormProps {
  /** Says what is named. */
  title: string;
  /** The person's label now; null without one. */
  before: string | null;
  /** The text to begin with; the label now by default. */
  initial?: string;
  busy: boolean;
  failure: string | undefined;
  /** Saves the label; null removes it. */
  onSave: (label: string | null) => void;
  onCancel: () => void;
}

/** The person's own label of an address or a service. An empty one is removed, so that the list's label is shown again. */
export function LabelForm({ title, before, initial = before ?? "", busy, failure, onSave, onCancel }: LabelFormProps) {
  const id = useId();
  const { text, warning, type, dismiss, onFocus, onPaste } = useGuardedText(initial, "any");
  const label = text.trim() || null;
  const isTooLong = [...(label ?? "")].length > MAX_LABEL;
  const problem = isTooLong ? `Use at most ${MAX_LABEL} characters.` : failure;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy || isTooLong) return;
    if (label === before) onCancel();
    else onSave(label);
  };
  return (
    <form className={css.form} onSubmit={submit}>
      <label htmlFor={id}>{title}</label>
      <input
        id={id}
        value={text}
        // biome-ignore lint/a11y/noAutofocus: a press on Rename opens the field
        autoFocus
        autoComplete="off"
        aria-describedby={`${id}-problem`}
        aria-invalid={problem || warning ? true : undefined}
        onFocus={onFocus}
        onPaste={onPaste}
        onChange={(event) => type(event.target.value)}
      />
      <FormProblem id={`${id}-problem`} warning={warning} problem={problem} onDismiss={dismiss} />
      <div className={css.formLine}>
        <Button small tone="primary" type="submit" busy={busy}>
          Save
        </Button>
        <Button small onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
