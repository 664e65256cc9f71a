import { useState } from "react";
import { IconButton } from "../../ui/Button";
import { Field } from "../../ui/Field";
import type { Bound, FieldNote } from "../../ui/useForm";
import css from "./keyField.module.css";

/** Programs that fill in passwords, which would offer to store the key. */
const NO_MANAGER = { "data-1p-ignore": "", "data-bwignore": "", "data-lpignore": "true" } as const;

/** The server takes no longer ones. */
const LONGEST = 4096;

interface KeyFieldProps {
  label: string;
  /** Whether it is hidden while it is entered. */
  isSecret: boolean;
  isReadOnly: boolean;
  note: FieldNote;
  bound: Bound;
}

/** A field of a key. One that is secret is masked until the person shows it. */
export function KeyField({ label, isSecret, isReadOnly, note, bound }: KeyFieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <Field label={label} {...note}>
      {(id) => (
        <div className={css.key}>
          <input
            id={id}
            type={isSecret && !isShown ? "password" : "text"}
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            maxLength={LONGEST}
            readOnly={isReadOnly}
            {...NO_MANAGER}
            {...bound}
          />
          {isSecret ? (
            <IconButton
              icon={isShown ? "hide" : "eye"}
              label={isShown ? `Hide ${label}` : `Show ${label}`}
              aria-controls={id}
              onClick={() => setShown(!isShown)}
            />
          ) : null}
        </div>
      )}
    </Field>
  );
}
