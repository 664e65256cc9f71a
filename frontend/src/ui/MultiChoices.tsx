import { type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import { count as countText } from "../format/text";
import { type Choice, toggled } from "./choices";
import css from "./multiChoices.module.css";
import { SearchField } from "./SearchField";

export interface MultiChoicesProps {
  /** The label of the choices: "Networks". */
  label: string;
  /** The label of the option for all: "All networks". */
  all: string;
  choices: readonly Choice[];
  /** The chosen ids; empty means all. */
  chosen: readonly string[];
  onChoose: (ids: string[]) => void;
  /** The label of a field that narrows a long list: "Find an asset". */
  find?: string | undefined;
  /** Whether the choices are still loading. */
  isLoading?: boolean | undefined;
  /** Whether the first option applies; by default it does when nothing is chosen. */
  isAll?: boolean | undefined;
  /** The most that can be chosen. The others cannot be chosen then. */
  most?: number | undefined;
}

/** From this number of choices on, the list can be narrowed. */
const MANY = 12;

/** Moves the focus with the up and down keys. */
function moveByArrow(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (step === 0) return;
  event.preventDefault();
  const boxes: HTMLElement[] = [...event.currentTarget.querySelectorAll("input")];
  const at = document.activeElement instanceof HTMLElement ? boxes.indexOf(document.activeElement) : -1;
  boxes[(at + step + boxes.length) % boxes.length]?.focus();
}

function Lines({ all, choices, chosen, onChoose, find, isLoading, ...limits }: Omit<MultiChoicesProps, "label">) {
  const [search, setSearch] = useState("");
  if (choices.length === 0) return <p className={css.none}>{isLoading ? "Loading…" : "No Data"}</p>;
  const { isAll = chosen.length === 0, most = Number.POSITIVE_INFINITY } = limits;
  const sought = search.trim().toLowerCase();
  const found = choices.filter(({ name, also = "" }) => `${name} ${also}`.toLowerCase().includes(sought));
  return (
    <>
      {find && choices.length >= MANY ? (
        <SearchField value={search} label={find} onChange={setSearch} className={css.find} />
      ) : null}
      <label>
        <input type="checkbox" checked={isAll} onChange={() => onChoose([])} />
        {all}
      </label>
      {found.map(({ id, name, whole = name, mark, count }) => (
        <label key={id} title={whole}>
          <input
            type="checkbox"
            checked={chosen.includes(id)}
            disabled={!chosen.includes(id) && chosen.length >= most}
            onChange={() => onChoose(toggled(chosen, id, choices))}
          />
          {mark ? <img src={mark} alt="" width={18} height={18} /> : null}
          <span>{name}</span>
          {count === undefined ? null : <em>{countText(count)}</em>}
        </label>
      ))}
      {found.length === 0 ? <p className={css.none}>Nothing matches “{search.trim()}”.</p> : null}
    </>
  );
}

/** The open list. The first option gets the focus. */
export function MultiChoices({ id, label, ...lines }: MultiChoicesProps & { id: string }) {
  const panel = useRef<HTMLFieldSetElement>(null);
  // A layout effect, so that no keystroke is lost before the list is painted.
  useLayoutEffect(() => panel.current?.querySelector("input")?.focus(), []);
  return (
    <fieldset
      ref={panel}
      id={id}
      className={css.panel}
      // Focusable, so that a click inside keeps the focus inside.
      tabIndex={-1}
      onKeyDown={moveByArrow}
    >
      <legend className="vh">{label}</legend>
      <Lines {...lines} />
    </fieldset>
  );
}
