import { useLayoutEffect, useRef } from "react";
import { Field } from "../../ui/Field";
import type { Bound, FieldNote } from "../../ui/useForm";
import css from "./signIn.module.css";

/** Room for the separators of a pasted code. */
const LONGEST_CODE = 40;

interface CodeFieldProps {
  bound: Bound;
  note: FieldNote;
  /** The server's answer to the last code. */
  refused: string;
}

/** The field of a verification code. It gets the focus when it appears, and mail programs can fill it. */
export function CodeField({ bound, note, refused }: CodeFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  // A layout effect, so that nothing that is typed once the field is seen is lost.
  useLayoutEffect(() => input.current?.focus(), []);
  return (
    <Field label="Enter code" {...note} problem={note.problem || refused}>
      {(control) => (
        <input
          id={control}
          ref={input}
          className={css.code}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          maxLength={LONGEST_CODE}
          {...bound}
          aria-invalid={refused ? true : bound["aria-invalid"]}
        />
      )}
    </Field>
  );
}
