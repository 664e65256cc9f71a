import { useState } from "react";
import { enter, guarded, prepareSecrets } from "../format/secret";
import { Icon } from "./Icon";
import group from "./inputGroup.module.css";
import { SecretWarning } from "./SecretWarning";
import css from "./searchField.module.css";
import { pastedSecret } from "./useGuardedText";

interface SearchFieldProps {
  value: string;
  /** The label, such as "Find an asset". */
  label: string;
  onChange: (text: string) => void;
  /** Makes a text that only looks like a secret harmless before it is checked. */
  shorten?: (text: string) => string;
  className?: string | undefined;
}

const unchanged = (text: string): string => text;

/** A field that filters a list. A secret is cleared and never passed to `onChange`. */
export function SearchField({ value, label, onChange, shorten = unchanged, className }: SearchFieldProps) {
  // The typed text is kept here, because a slow render of the filtered list must not lose a keystroke.
  const [written, setWritten] = useState<string | null>(null);
  const [field, setField] = useState(guarded);
  const write = (text: string) => {
    const next = enter({ ...field, text: written ?? value }, shorten(text), Date.now(), "any");
    setField(next);
    setWritten(next.text);
    onChange(next.text);
  };
  return (
    <div className={`${css.place} ${className ?? ""}`}>
      <label className={`${group.group} ${css.field}`}>
        <Icon name="search" size={15} />
        <input
          value={written ?? value}
          placeholder={label}
          aria-label={label}
          autoComplete="off"
          onChange={(event) => write(event.target.value)}
          onFocus={prepareSecrets}
          onPaste={(event) => {
            const secret = pastedSecret(event, "any");
            if (secret !== null) write(secret);
          }}
          onBlur={() => setWritten(null)}
        />
      </label>
      {field.warning ? (
        <div className={css.warning}>
          <SecretWarning text={field.warning} onDismiss={() => setField(guarded())} />
        </div>
      ) : null}
    </div>
  );
}
