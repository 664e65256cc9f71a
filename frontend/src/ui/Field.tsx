import { type ReactNode, useId } from "react";
import css from "./field.module.css";
import { InlineFailure } from "./Note";
import { SecretWarning } from "./SecretWarning";

interface FieldProps {
  label: string;
  /** Where the problem stands: what the control's `aria-describedby` names. */
  noteId?: string;
  problem?: string | undefined;
  /** That a secret was cleared, until it is dismissed. */
  warning?: string;
  onDismiss?: () => void;
  /** Draws the control with the given id. */
  children: (id: string) => ReactNode;
}

/** A labelled control with room for what is wrong with it, so that nothing moves when it is said. */
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
