import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { Dialog } from "../../ui/Dialog";
import { Icon, type IconName } from "../../ui/Icon";
import { nextIndex } from "../../ui/nextIndex";
import { SecretWarning } from "../../ui/SecretWarning";
import { useGuardedText } from "../../ui/useGuardedText";
import { type Entry, matching } from "./fuzzy";
import css from "./palette.module.css";

/** The number of entries shown; typing narrows them. */
const SHOWN = 30;

const icons: Record<Entry["kind"], IconName> = { page: "right", wallet: "wallet", asset: "tag" };
const kinds: Record<Entry["kind"], string> = { page: "Page", wallet: "Wallet", asset: "Asset" };

interface OptionProps {
  entry: Entry;
  id: string;
  /** Whether the arrow keys have selected it. */
  isAt: boolean;
  onChoose: () => void;
}

function Option({ entry: { kind, label, detail }, id, isAt, onChoose }: OptionProps) {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isAt) line.current?.scrollIntoView({ block: "nearest" });
  }, [isAt]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above handles the keyboard
    <div ref={line} id={id} role="option" aria-selected={isAt} tabIndex={-1} onClick={onChoose}>
      <Icon name={icons[kind]} size={16} />
      <span>
        <b>{label}</b>
        {detail ? <small>{detail}</small> : null}
      </span>
      <em>{kinds[kind]}</em>
    </div>
  );
}

interface PaletteProps {
  entries: readonly Entry[];
  /** Whether wallets and assets are still loading. */
  isLoading: boolean;
  onChoose: (entry: Entry) => void;
  onClose: () => void;
}

/** The command palette: finds a page, wallet or asset and opens it. Arrow keys select, Enter opens. */
export function Palette({ entries, isLoading, onChoose, onClose }: PaletteProps) {
  const id = useId();
  const { text, warning, type, dismiss, onFocus, onPaste } = useGuardedText("", "any");
  const [moved, setMoved] = useState(0);
  const found = matching(entries, text, SHOWN);
  const at = Math.min(moved, found.length - 1);
  const current = found[at];
  const optionId = (entry: Entry) => `${id}-${entry.id}`;
  const onKey = (event: KeyboardEvent) => {
    const next = nextIndex(event.key, at, found.length);
    if (next !== null) setMoved(next);
    else if (event.key === "Enter" && current) onChoose(current);
    else return;
    event.preventDefault();
  };
  const none = isLoading ? "Loading your wallets and assets…" : `Nothing matches “${text.trim()}”.`;
  return (
    <Dialog title="Find" subtitle="Pages, and the wallets and assets of your portfolio" onClose={onClose}>
      <div className={css.body}>
        <label className={css.find}>
          <Icon name="search" size={15} />
          <input
            role="combobox"
            aria-label="Find a page, wallet or asset"
            aria-expanded="true"
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            {...(current ? { "aria-activedescendant": optionId(current) } : {})}
            value={text}
            placeholder="Name, symbol, nickname or address"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={250}
            onFocus={onFocus}
            onPaste={onPaste}
            onChange={(event) => {
              type(event.target.value);
              setMoved(0);
            }}
            onKeyDown={onKey}
          />
        </label>
        <div id={`${id}-list`} role="listbox" aria-label="Found" className={css.list} tabIndex={-1}>
          {found.map((entry, i) => (
            <Option
              key={entry.id}
              entry={entry}
              id={optionId(entry)}
              isAt={i === at}
              onChoose={() => onChoose(entry)}
            />
          ))}
        </div>
        <div className={css.note} aria-live="polite">
          {warning ? <SecretWarning text={warning} onDismiss={dismiss} /> : null}
          {found.length === 0 && !warning ? none : null}
        </div>
      </div>
    </Dialog>
  );
}
