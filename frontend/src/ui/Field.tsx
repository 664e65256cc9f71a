import { type ReactNode, useId } from "react";
import css from "./field.module.css";
import { InlineFailure } from "./Note";
import { SecretWarning } from "./SecretWarning";

interface FieldProps {
  label: string;
  /** The id of the problem text, for the control's `aria-describedby`. */
  noteId?: string;
  problem?: string | undefined;
  /** The warning that a secret was cleared, until it is dismissed. */
  warning?: string;
  onDismiss?: () => void;
  /** Renders the control with the given id. */
  children: (id: string) => ReactNode;
}

/** A labelled control with its problem below it. */
export function Field({ label, noteId, problem, warning, onDismiss, children }: FieldProps) {
  const id = useId();
  return (
    <div className={css.field}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
      <div id={noteId} className={css.note}>
        {warning && onDismiss ? <SecretWarning text={warning} onDismiss={onDismiss} /> : null}
        {problem && !warning ? <InlineFailure>{problem}</InlineFailure> : null}
      </div>
    </div>
  );
}
