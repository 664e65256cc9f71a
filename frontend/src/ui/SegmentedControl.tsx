import type { KeyboardEvent } from "react";
import css from "./segmentedControl.module.css";

interface SegmentedControlProps<K extends string> {
  /** The accessible name: "Allocation by". */
  label: string;
  options: readonly { key: K; label: string }[];
  chosen: K;
  onChoose: (key: K) => void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** A segmented control. Arrow keys move the choice. */
export function SegmentedControl<K extends string>({ label, options, chosen, onChoose }: SegmentedControlProps<K>) {
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const at = options.findIndex(({ key }) => key === chosen) + step;
    const next = options[(at + options.length) % options.length];
    if (!next) return;
    onChoose(next.key);
    event.currentTarget.querySelector<HTMLElement>(`[data-key="${next.key}"]`)?.focus();
  };
  return (
    <div role="radiogroup" aria-label={label} className={css.segments} onKeyDown={move}>
      {options.map(({ key, label: text }) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of buttons, of which one is pressed
        <button
          key={key}
          type="button"
          role="radio"
          data-key={key}
          aria-checked={key === chosen}
          tabIndex={key === chosen ? 0 : -1}
          onClick={() => onChoose(key)}
        >
          {text}
        </button>
      ))}
    </div>
  );
}
