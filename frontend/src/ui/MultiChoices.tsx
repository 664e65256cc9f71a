import { type KeyboardEvent, useLayoutEffect, useRef } from "react";
import { type Choice, toggled } from "./choices";
import css from "./multiChoices.module.css";

export interface MultiChoicesProps {
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

function Lines({ all, choices, chosen, onChoose }: Omit<MultiChoicesProps, "label">) {
  if (choices.length === 0) return <p className={css.none}>No Data</p>;
  return (
    <>
      <label>
        <input type="checkbox" checked={chosen.length === 0} onChange={() => onChoose([])} />
        {all}
      </label>
      {choices.map(({ id, name, mark }) => (
        <label key={id}>
          <input
            type="checkbox"
            checked={chosen.includes(id)}
            onChange={() => onChoose(toggled(chosen, id, choices))}
          />
          {mark ? <img src={mark} alt="" width={18} height={18} /> : null}
          {name}
        </label>
      ))}
    </>
  );
}

/** The opened list: the keyboard stands on its first line. */
export function MultiChoices({ id, label, ...lines }: MultiChoicesProps & { id: string }) {
  const panel = useRef<HTMLFieldSetElement>(null);
  // Before it is drawn: the person can press on, and no key is lost.
  useLayoutEffect(() => panel.current?.querySelector("input")?.focus(), []);
  return (
    <fieldset
      ref={panel}
      id={id}
      className={css.panel}
      // A press on it keeps the focus inside.
      tabIndex={-1}
      onKeyDown={moveByArrow}
    >
      <legend className="vh">{label}</legend>
      <Lines {...lines} />
    </fieldset>
  );
}
