import { type FormEvent, Suspense, useEffect, useRef, useState } from "react";
import { Link, useLocation } from "react-router";
import { CurrencyChoice } from "../features/currency/CurrencyChoice";
import { maySend } from "../format/secret";
import { Button } from "../ui/Button";
import { Icon } from "../ui/Icon";
import group from "../ui/inputGroup.module.css";
import { Logo } from "../ui/Logo";
import { lazyPart } from "../ui/lazyPart";
import { InlineFailure } from "../ui/Note";
import { SecretWarning } from "../ui/SecretWarning";
import { useGuardedText } from "../ui/useGuardedText";
import { CONNECT } from "./connectHash";
import { FindButton } from "./FindButton";
import { HideAmounts } from "./HideAmounts";
import { PersonAction } from "./PersonAction";
import css from "./shell.module.css";
import { useSignIn } from "./signIn";
import { ThemeButton } from "./ThemeButton";

const NetWorth = lazyPart(() => import("./NetWorth"), "NetWorth");

/** The label of the field; phones show the short one. */
const LABEL = "Add or open an address or ENS name";
const SHORT = "Address or ENS name";
const NARROW = 640;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Focuses the address field when `/` is pressed outside fields and dialogs. */
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

const NEITHER = "Not a valid address or name. Try something like 0xd8dA…6045 or vitalik.eth.";

/** The address field. Its text is passed to the add-wallet dialog; a secret is cleared and never passed on. */
function AddressField({ onAddress }: { onAddress: (address: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const { text: address, warning, type, clear, dismiss, onFocus, onPaste } = useGuardedText();
  const [problem, setProblem] = useState("");
  const [focus] = useState(() => () => input.current?.focus());
  useSlash(focus);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (address.trim() === "") return;
    if (!maySend(address)) return setProblem(NEITHER);
    onAddress(address.trim());
    clear();
    dismiss();
  };
  return (
    <>
      <form className={`${group.group} ${css.search}`} onSubmit={submit}>
        <Icon name="search" />
        <label className="vh" htmlFor="address">
          {LABEL}
        </label>
        <input
          ref={input}
          id="address"
          value={address}
          placeholder={window.innerWidth < NARROW ? SHORT : LABEL}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={250}
          aria-keyshortcuts="/"
          onFocus={onFocus}
          onPaste={onPaste}
          onChange={(event) => {
            setProblem("");
            type(event.target.value);
          }}
        />
        <kbd>/</kbd>
      </form>
      {warning || problem ? (
        <div className={css.searchWarning}>
          {warning ? <SecretWarning text={warning} onDismiss={dismiss} /> : <InlineFailure>{problem}</InlineFailure>}
        </div>
      ) : null}
    </>
  );
}

const openConnect = () => {
  window.location.hash = CONNECT;
};

interface TopBarProps {
  /** Whether the person has no account. */
  isAnonymous: boolean;
  /** Opens the add-wallet dialog, with an address in it or empty. */
  onAdd: (address?: string) => void;
  /** Opens the palette. */
  onFind: () => void;
}

/** The top bar: address field, net worth (except on Home), search, add wallet, hidden amounts, currency and theme. */
export function TopBar({ isAnonymous, onAdd, onFind }: TopBarProps) {
  const { pathname } = useLocation();
  const openSignIn = useSignIn();
  return (
    <header className={css.top}>
      <Link to="/home" className={css.brandSmall} aria-label="Spyhop, home">
        <Logo size={26} />
      </Link>
      <AddressField onAddress={onAdd} />
      {pathname === "/home" ? null : (
        <div className={css.worth}>
          <Suspense>
            <NetWorth />
          </Suspense>
        </div>
      )}
      <div className={css.actions}>
        <FindButton onOpen={onFind} />
        <Button icon="bank" className={css.connect} onClick={openConnect}>
          Connect exchange
        </Button>
        <Button tone="primary" icon="plus" className={css.add} onClick={() => onAdd()}>
          <span>Add wallet</span>
        </Button>
        {isAnonymous ? (
          <div className={css.account}>
            <Button onClick={() => openSignIn({ variant: "return" })}>Sign in</Button>
            <Button onClick={() => openSignIn({ variant: "keep" })}>Sign up</Button>
          </div>
        ) : null}
        <HideAmounts />
        <CurrencyChoice />
        <div className={css.theme}>
          <ThemeButton />
        </div>
        <div className={css.person} data-signed-in={isAnonymous ? undefined : ""}>
          <PersonAction isIcon />
        </div>
      </div>
    </header>
  );
}
