import { count } from "../format/text";
import css from "./radioGroup.module.css";

interface RadioGroupProps<K extends string> {
  /** How many there are of all kinds. */
  all: number;
  /** The kinds that there are: what they are called, and how many of each. */
  kinds: readonly { key: K; label: string; many: number }[];
  /** The kind that is shown alone; null where all are. */
  chosen: K | null;
  onChoose: (kind: K | null) => void;
  /** Room around it. */
  className?: string | undefined;
}

/** Narrows a list to one kind of its rows, or shows all. */
export function RadioGroup<K extends string>({ all, kinds, chosen, onChoose, className = "" }: RadioGroupProps<K>) {
  return (
    <fieldset className={`${css.group} ${className}`}>
      <legend className="vh">Show</legend>
      <button type="button" aria-pressed={chosen === null} onClick={() => onChoose(null)}>
        All <em>{count(all)}</em>
      </button>
      {kinds.map(({ key, label, many }) => (
        <button key={key} type="button" aria-pressed={chosen === key} onClick={() => onChoose(key)}>
          {label} <em>{count(many)}</em>
        </button>
      ))}
    </fieldset>
  );
}
