import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { chooseCurrency, currencySign, useCurrency } from "../../format/currency";
import { Dialog } from "../../ui/Dialog";
import { Icon } from "../../ui/Icon";
import { FailureNote } from "../../ui/Note";
import { nextIndex } from "../../ui/nextIndex";
import { SecretWarning } from "../../ui/SecretWarning";
import { Skeleton } from "../../ui/Skeleton";
import { useGuardedText } from "../../ui/useGuardedText";
import css from "./currency.module.css";
import { found } from "./find";
import { useCurrencies } from "./queries";
import type { CurrencyRow } from "./types";

const ROWS = ["72%", "60%", "66%", "54%", "70%", "62%", "58%", "64%"] as const;

const Waiting = () => (
  <div className={css.waiting} aria-busy="true">
    {ROWS.map((width) => (
      <Skeleton key={width} width={width} height={14} />
    ))}
  </div>
);

interface OptionProps {
  row: CurrencyRow;
  id: string;
  isChosen: boolean;
  /** Whether the arrow keys have selected it. */
  isAt: boolean;
  onChoose: () => void;
}

function Option({ row, id, isChosen, isAt, onChoose }: OptionProps) {
  const line = useRef<HTMLDivElement>(null);
  const sign = currencySign(row.code).trim();
  useEffect(() => {
    if (isAt) line.current?.scrollIntoView({ block: "nearest" });
  }, [isAt]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above handles the keyboard
    <div
      ref={line}
      id={id}
      role="option"
      aria-selected={isChosen}
      tabIndex={-1}
      data-at={isAt || undefined}
      onClick={onChoose}
    >
      <b>{row.code}</b>
      <span>
        {row.name}
        {row.active ? null : <small>no rate right now</small>}
      </span>
      <em aria-hidden="true">{sign === row.code ? "" : sign}</em>
      {isChosen ? <Icon name="check" size={16} /> : <i />}
    </div>
  );
}

interface ListProps {
  rows: readonly CurrencyRow[];
  chosen: string;
  onChoose: (code: string) => void;
}

/** A search field with its results. Arrow keys select, Enter chooses. */
function List({ rows, chosen, onChoose }: ListProps) {
  const id = useId();
  const { text, warning, type, dismiss, onFocus, onPaste } = useGuardedText("", "any");
  const input = useRef<HTMLInputElement>(null);
  // The list loads after the dialog has opened, so the field is focused here.
  useEffect(() => input.current?.focus(), []);
  const matching = found(rows, text, chosen);
  const start = text === "" ? matching.findIndex(({ code }) => code === chosen) : 0;
  const [moved, setMoved] = useState<number | null>(null);
  const at = Math.min(moved ?? Math.max(0, start), matching.length - 1);
  const optionId = (code: string) => `${id}-${code}`;
  const onKey = (event: KeyboardEvent) => {
    const next = nextIndex(event.key, at, matching.length);
    const row = matching[at];
    if (next !== null) setMoved(next);
    else if (event.key === "Enter" && row) onChoose(row.code);
    else return;
    event.preventDefault();
  };
  const current = matching[at];
  return (
    <>
      <label className={css.find}>
        <Icon name="search" size={15} />
        <input
          ref={input}
          role="combobox"
          aria-label="Find a currency"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          {...(current ? { "aria-activedescendant": optionId(current.code) } : {})}
          value={text}
          placeholder="Find a currency"
          autoComplete="off"
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
      <div id={`${id}-list`} role="listbox" aria-label="Currencies" className={css.list} tabIndex={-1}>
        {matching.map((row, i) => (
          <Option
            key={row.code}
            row={row}
            id={optionId(row.code)}
            isChosen={row.code === chosen}
            isAt={i === at}
            onChoose={() => onChoose(row.code)}
          />
        ))}
      </div>
      <div className={css.note} aria-live="polite">
        {warning ? <SecretWarning text={warning} onDismiss={dismiss} /> : null}
        {matching.length === 0 ? "No currency found." : "Past values use that day's rate."}
      </div>
    </>
  );
}

/** The dialog to choose a currency. */
export function CurrencyDialog({ onClose }: { onClose: () => void }) {
  const chosen = useCurrency();
  const { data, error, refetch } = useCurrencies();
  const onChoose = (code: string) => {
    chooseCurrency(code);
    onClose();
  };
  return (
    <Dialog title="Currency" subtitle="Shows all amounts in this currency on this browser." onClose={onClose}>
      <div className={css.body}>
        {data ? <List rows={data} chosen={chosen} onChoose={onChoose} /> : null}
        {!data && error ? (
          <FailureNote title="Couldn't load currencies" failure={error} onRetry={() => void refetch()} />
        ) : null}
        {!data && !error ? <Waiting /> : null}
      </div>
    </Dialog>
  );
}
