import { useState } from "react";
import { enter, guarded, prepareSecrets } from "../format/secret";
import { Icon } from "./Icon";
import { SecretWarning } from "./SecretWarning";
import css from "./searchField.module.css";
import { pastedSecret } from "./useGuardedText";

interface SearchFieldProps {
  value: string;
  /** What is looked for: "Find an asset". */
  label: string;
  onChange: (text: string) => void;
  className?: string | undefined;
}

/** A field that narrows what stands below it. A secret is cleared, and nothing is looked for. */
export function SearchField({ value, label, onChange, className }: SearchFieldProps) {
  // What is being written; the page may be late to draw what follows from it, and no letter may be lost on that way.
  const [written, setWritten] = useState<string | null>(null);
  const [field, setField] = useState(guarded);
  const write = (text: string) => {
    const next = enter({ ...field, text: written ?? value }, text, Date.now(), "any");
    setField(next);
    setWritten(next.text);
    onChange(next.text);
  };
  return (
    <div className={`${css.place} ${className ?? ""}`}>
      <label className={css.field}>
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
