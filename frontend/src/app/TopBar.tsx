import { type FormEvent, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { CurrencyChoice } from "../features/currency/CurrencyChoice";
import { secretIn, secretWarning } from "../format/secret";
import { Button } from "../ui/Button";
import { Icon } from "../ui/Icon";
import { Mark } from "../ui/Mark";
import { InlineFailure } from "../ui/Note";
import css from "./shell.module.css";
import { ThemeButton } from "./ThemeButton";

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** `/` goes to the address field from anywhere but another field or a dialog. */
function useSlash(focus: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || isTyping(event.target)) return;
      if (document.querySelector("dialog[open]")) return;
      event.preventDefault();
      focus();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [focus]);
}

/** The address field: what is typed goes into the add-wallet dialog; a secret goes nowhere. */
function AddressField({ onAddress }: { onAddress: (address: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [address, setAddress] = useState("");
  const [warning, setWarning] = useState("");
  const [focus] = useState(() => () => input.current?.focus());
  useSlash(focus);
  const type = (text: string) => {
    const secret = secretIn(text);
    setAddress(secret ? "" : text);
    setWarning(secret ? secretWarning(secret) : "");
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (address.trim() === "") return;
    onAddress(address.trim());
    setAddress("");
  };
  return (
    <>
      <form className={css.search} onSubmit={submit}>
        <Icon name="search" />
        <label className="vh" htmlFor="address">
          Address or ENS name
        </label>
        <input
          ref={input}
          id="address"
          value={address}
          placeholder="Address or ENS name"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={250}
          aria-keyshortcuts="/"
          onChange={(event) => type(event.target.value)}
        />
        <kbd>/</kbd>
      </form>
      {warning ? (
        <div className={css.searchWarning}>
          <InlineFailure>{warning}</InlineFailure>
        </div>
      ) : null}
    </>
  );
}

interface TopBarProps {
  /** Opens the add-wallet dialog, with an address in it or empty. */
  onAdd: (address?: string) => void;
}

/** Address field, the one action, theme. */
export const TopBar = ({ onAdd }: TopBarProps) => (
  <header className={css.top}>
    <Link to="/home" className={css.brandSmall} aria-label="Spyhop, home">
      <Mark size={26} />
    </Link>
    <AddressField onAddress={onAdd} />
    <div className={css.actions}>
      <Button tone="primary" icon="plus" className={css.add} onClick={() => onAdd()}>
        <span>Add wallet</span>
      </Button>
      <CurrencyChoice />
      <ThemeButton />
    </div>
  </header>
);
