import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { maySend } from "../../format/secret";
import { Button } from "../../ui/Button";
import { InlineFailure } from "../../ui/Note";
import { SecretWarning } from "../../ui/SecretWarning";
import { useGuardedText } from "../../ui/useGuardedText";
import { detectAll, messageOf } from "./queries";
import type { Detection } from "./types";
import css from "./upload.module.css";

interface FixRowProps {
  line: number;
  text: string;
  onCancel: () => void;
  onFixed: (detection: Detection) => void;
}

/** The form that replaces the invalid text of a row. */
export function FixRow({ line, text, onCancel, onFixed }: FixRowProps) {
  const { text: typed, warning, type, dismiss, onFocus, onPaste } = useGuardedText(text);
  const [problem, setProblem] = useState("");
  const [isAsked, setAsked] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const open = useRef<AbortController>(null);
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
    return () => open.current?.abort();
  }, []);
  const ask = async (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() === "" || isAsked) return;
    if (!maySend(typed))
      return setProblem("Not a valid address or name. Try something like 0xd8dA…6045 or vitalik.eth.");
    open.current = new AbortController();
    setAsked(true);
    try {
      const [found] = await detectAll([typed.trim()], open.current.signal);
      if (found?.chain_detected) onFixed(found);
      else setProblem(found?.reason ?? "No network uses addresses of this form.");
    } catch (thrown) {
      if (!open.current.signal.aborted) setProblem(messageOf(thrown));
    } finally {
      setAsked(false);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    // Escape closes the form, not the dialog around it.
    event.preventDefault();
    event.stopPropagation();
    onCancel();
  };
  return (
    <form className={css.fix} onSubmit={(event) => void ask(event)} noValidate>
      <input
        ref={input}
        value={typed}
        maxLength={250}
        aria-label={`Address or name of line ${line}`}
        aria-invalid={problem !== "" || undefined}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="Paste valid wallet address or ENS here"
        onFocus={onFocus}
        onPaste={onPaste}
        onChange={(event) => {
          setProblem("");
          type(event.target.value);
        }}
        onKeyDown={onKeyDown}
      />
      <Button small type="submit" tone="primary" busy={isAsked} disabled={typed.trim() === ""}>
        Check
      </Button>
      <Button small tone="link" onClick={onCancel}>
        Cancel
      </Button>
      {warning ? <SecretWarning text={warning} onDismiss={dismiss} /> : null}
      {problem ? <InlineFailure>{problem}</InlineFailure> : null}
    </form>
  );
}
