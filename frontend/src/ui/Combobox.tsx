import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import css from "./combobox.module.css";
import { Icon } from "./Icon";
import group from "./inputGroup.module.css";
import { nextIndex } from "./nextIndex";
import { SecretWarning } from "./SecretWarning";
import { useGuardedText } from "./useGuardedText";

interface OptionProps {
  id: string;
  /** Whether the arrow keys have reached it. */
  isCurrent: boolean;
  isSelected: boolean;
  onChoose: () => void;
  children: ReactNode;
}

function Option({ id, isCurrent, isSelected, onChoose, children }: OptionProps) {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isCurrent) line.current?.scrollIntoView({ block: "nearest" });
  }, [isCurrent]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above handles the keyboard
    <div
      ref={line}
      id={id}
      role="option"
      className={css.option}
      aria-selected={isSelected}
      data-current={isCurrent || undefined}
      tabIndex={-1}
      onClick={onChoose}
    >
      {children}
    </div>
  );
}

interface ComboboxProps<Row> {
  /** The accessible name of the field. */
  label: string;
  placeholder: string;
  /** The accessible name of the list. */
  listLabel: string;
  /** Returns the rows that match a text. */
  matching: (text: string) => readonly Row[];
  keyOf: (row: Row) => string;
  /** The key of the selected row, at which the arrow keys start. Without it the current row counts as selected. */
  selected?: string;
  /** The content of an option. */
  option: (row: Row) => ReactNode;
  /** The text below the list. */
  note: (found: number, text: string) => string;
  onChoose: (row: Row) => void;
}

/** A search field with its list of results, always open. Arrow keys move through the list, Enter chooses. */
export function Combobox<Row>({ matching, keyOf, selected, option, note, onChoose, ...names }: ComboboxProps<Row>) {
  const id = useId();
  const { text, warning, type, dismiss, onFocus, onPaste } = useGuardedText("", "any");
  const input = useRef<HTMLInputElement>(null);
  // The list may load after its dialog has opened, so the field is focused here.
  useEffect(() => input.current?.focus(), []);
  const [moved, setMoved] = useState<number | null>(null);
  const found = matching(text);
  const start = text === "" ? found.findIndex((row) => keyOf(row) === selected) : 0;
  const at = Math.min(moved ?? Math.max(0, start), found.length - 1);
  const current = found[at];
  const optionId = (row: Row) => `${id}-${keyOf(row)}`;
  const onKey = (event: KeyboardEvent) => {
    const next = nextIndex(event.key, at, found.length);
    if (next !== null) setMoved(next);
    else if (event.key === "Enter" && current) onChoose(current);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <label className={`${group.group} ${css.field}`}>
        <Icon name="search" size={15} />
        <input
          ref={input}
          role="combobox"
          aria-label={names.label}
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          {...(current ? { "aria-activedescendant": optionId(current) } : {})}
          value={text}
          placeholder={names.placeholder}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={250}
          onFocus={onFocus}
          onPaste={onPaste}
          onChange={(event) => {
            type(event.target.value);
            setMoved(null);
          }}
          onKeyDown={onKey}
        />
      </label>
      <div id={`${id}-list`} role="listbox" aria-label={names.listLabel} className={css.list} tabIndex={-1}>
        {found.map((row, i) => (
          <Option
            key={keyOf(row)}
            id={optionId(row)}
            isCurrent={i === at}
            isSelected={selected === undefined ? i === at : keyOf(row) === selected}
            onChoose={() => onChoose(row)}
          >
            {option(row)}
          </Option>
        ))}
      </div>
      <div className={css.note} aria-live="polite">
        {warning ? <SecretWarning text={warning} onDismiss={dismiss} /> : null}
        {note(found.length, text)}
      </div>
    </>
  );
}
