import { type FocusEvent, type KeyboardEvent, Suspense, useId, useRef, useState } from "react";
import { chosenWords, wholeWords } from "./choices";
import { Icon } from "./Icon";
import { lazyPart } from "./lazyPart";
import type { MultiChoicesProps } from "./MultiChoices";
import css from "./multiSelect.module.css";
import { useOptimisticChoice } from "./useOptimisticChoice";

const MultiChoices = lazyPart(() => import("./MultiChoices"), "MultiChoices");

interface MultiSelectProps extends MultiChoicesProps {
  /** The text of the closed control; by default the first chosen option and how many more. */
  words?: string;
}

/** A multiple choice whose first option is all. It closes on Escape and when the focus leaves. */
export function MultiSelect({ label, all, choices, words: ownWords, ...outside }: MultiSelectProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const [chosen, onChoose] = useOptimisticChoice(outside.chosen, outside.onChoose);
  const leave = (event: FocusEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !open) return;
    event.stopPropagation();
    setOpen(false);
    button.current?.focus();
  };
  const words = ownWords ?? chosenWords(chosen, choices, all);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the controls inside handle the keys, and the events bubble here
    <div className={css.select} onBlur={leave} onKeyDown={onKeyDown}>
      <button
        ref={button}
        type="button"
        aria-label={`${label}: ${words}`}
        title={wholeWords(chosen, choices)}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        data-set={chosen.length > 0 || undefined}
        onClick={() => setOpen(!open)}
      >
        {words}
        <Icon name="down" size={14} />
      </button>
      {open ? (
        <Suspense>
          <MultiChoices
            {...outside}
            id={id}
            label={label}
            all={all}
            choices={choices}
            chosen={chosen}
            onChoose={onChoose}
          />
        </Suspense>
      ) : null}
    </div>
  );
}
