import { type FocusEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { type Choice, chosenWords, toggled } from "./choices";
import { Icon } from "./Icon";
import css from "./multiSelect.module.css";

interface MultiSelectProps {
  /** What is chosen from: "Networks". */
  label: string;
  /** The first line, which stands for all: "All networks". */
  all: string;
  choices: readonly Choice[];
  /** Ids; none means all. */
  chosen: readonly string[];
  onChoose: (ids: string[]) => void;
}

/** Up and down go from line to line. */
function moveByArrow(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (step === 0) return;
  event.preventDefault();
  const boxes: HTMLElement[] = [...event.currentTarget.querySelectorAll("input")];
  const at = document.activeElement instanceof HTMLElement ? boxes.indexOf(document.activeElement) : -1;
  boxes[(at + step + boxes.length) % boxes.length]?.focus();
}

function Lines({ all, choices, chosen, onChoose }: Omit<MultiSelectProps, "label">) {
  if (choices.length === 0) return <p className={css.none}>No Data</p>;
  return (
    <>
      <label>
        <input type="checkbox" checked={chosen.length === 0} onChange={() => onChoose([])} />
        {all}
      </label>
      {choices.map(({ id, name }) => (
        <label key={id}>
          <input
            type="checkbox"
            checked={chosen.includes(id)}
            onChange={() => onChoose(toggled(chosen, id, choices))}
          />
          {name}
        </label>
      ))}
    </>
  );
}

/** What is chosen, at once: a second press counts on the first, however late the page draws what follows from it. */
function useChosen(chosen: readonly string[], onChoose: MultiSelectProps["onChoose"]) {
  const told = chosen.join();
  const [state, setState] = useState({ told, now: chosen });
  if (state.told !== told) setState({ told, now: chosen });
  const choose = (ids: string[]) => {
    setState((old) => ({ ...old, now: ids }));
    onChoose(ids);
  };
  return [state.now, choose] as const;
}

/** Chooses several of a list; the first line is all of them. It closes by Escape and when one goes elsewhere. */
export function MultiSelect({ label, all, choices, ...outside }: MultiSelectProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const panel = useRef<HTMLFieldSetElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [chosen, onChoose] = useChosen(outside.chosen, outside.onChoose);
  useEffect(() => {
    if (open) panel.current?.querySelector("input")?.focus();
  }, [open]);
  const leave = (event: FocusEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !open) return;
    event.stopPropagation();
    setOpen(false);
    button.current?.focus();
  };
  const words = chosenWords(chosen, choices, all);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is in it takes the keys; it only hears of them
    <div className={css.select} onBlur={leave} onKeyDown={onKeyDown}>
      <button
        ref={button}
        type="button"
        aria-label={`${label}: ${words}`}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {words}
        <Icon name="down" size={14} />
      </button>
      {open ? (
        <fieldset
          ref={panel}
          id={id}
          className={css.panel}
          // A press on it keeps the focus inside.
          tabIndex={-1}
          onKeyDown={moveByArrow}
        >
          <legend className="vh">{label}</legend>
          <Lines all={all} choices={choices} chosen={chosen} onChoose={onChoose} />
        </fieldset>
      ) : null}
    </div>
  );
}
