import { useId } from "react";
import css from "./segmentedControl.module.css";

interface SegmentedControlProps<K extends string> {
  /** The accessible name: "Allocation by". */
  label: string;
  options: readonly { key: K; label: string }[];
  chosen: K;
  onChoose: (key: K) => void;
}

/** A segmented control: a group of radio buttons. */
export function SegmentedControl<K extends string>({ label, options, chosen, onChoose }: SegmentedControlProps<K>) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={css.segments}>
      {options.map(({ key, label: text }) => (
        <label key={key}>
          <input type="radio" name={name} checked={key === chosen} onChange={() => onChoose(key)} />
          <span>{text}</span>
        </label>
      ))}
    </div>
  );
}
