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
  return (
    <label className={`${css.find} ${className ?? ""}`}>
      <Icon name="search" size={15} />
      <input value={value} placeholder={label} aria-label={label} onChange={(event) => onChange(event.target.value)} />
    </label>
  );
}
