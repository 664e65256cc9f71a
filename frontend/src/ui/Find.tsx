import { useState } from "react";
import css from "./find.module.css";
import { Icon } from "./Icon";

interface FindProps {
  value: string;
  /** What is looked for: "Find an asset". */
  label: string;
  onChange: (text: string) => void;
  className?: string | undefined;
}

/** A field that narrows what stands below it. */
export function Find({ value, label, onChange, className }: FindProps) {
  // What is being written; the page may be late to draw what follows from it, and no letter may be lost on that way.
  const [written, setWritten] = useState<string | null>(null);
  const write = (text: string) => {
    setWritten(text);
    onChange(text);
  };
  return (
    <label className={`${css.find} ${className ?? ""}`}>
      <Icon name="search" size={15} />
      <input
        value={written ?? value}
        placeholder={label}
        aria-label={label}
        onChange={(event) => write(event.target.value)}
        onBlur={() => setWritten(null)}
      />
    </label>
  );
}
