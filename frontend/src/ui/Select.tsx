import css from "./select.module.css";

interface SelectProps<K extends string> {
  /** The accessible name: "Allocation by". */
  label: string;
  options: readonly { key: K; label: string }[];
  chosen: K;
  onChoose: (key: K) => void;
}

/** A small choice of one of several options in the head of a card. */
export function Select<K extends string>({ label, options, chosen, onChoose }: SelectProps<K>) {
  return (
    <select
      className={css.select}
      aria-label={label}
      value={chosen}
      onChange={({ target }) => onChoose(options.find(({ key }) => key === target.value)?.key ?? chosen)}
    >
      {options.map(({ key, label: text }) => (
        <option key={key} value={key}>
          {text}
        </option>
      ))}
    </select>
  );
}
