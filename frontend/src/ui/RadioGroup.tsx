import { count } from "../format/text";
import css from "./radioGroup.module.css";

interface RadioGroupProps<K extends string> {
  /** The number of rows of all kinds. */
  all: number;
  /** The kinds, with label and number of rows. */
  kinds: readonly { key: K; label: string; rows: number }[];
  /** The chosen kind; null for all. */
  chosen: K | null;
  onChoose: (kind: K | null) => void;
  /** Extra class of the fieldset. */
  className?: string | undefined;
}

/** A group of buttons that filters a list to one kind of rows, or shows all. */
export function RadioGroup<K extends string>({ all, kinds, chosen, onChoose, className = "" }: RadioGroupProps<K>) {
  return (
    <fieldset className={`${css.group} ${className}`}>
      <legend className="vh">Show</legend>
      <button type="button" aria-pressed={chosen === null} onClick={() => onChoose(null)}>
        All <em>{count(all)}</em>
      </button>
      {kinds.map(({ key, label, rows }) => (
        <button key={key} type="button" aria-pressed={chosen === key} onClick={() => onChoose(key)}>
          {label} <em>{count(rows)}</em>
        </button>
      ))}
    </fieldset>
  );
}
