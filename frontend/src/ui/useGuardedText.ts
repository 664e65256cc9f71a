import { type ClipboardEvent, useState } from "react";
import { enter, type FieldKind, guarded, prepareSecrets, secretIn } from "../format/secret";

/** A secret in what is pasted: a field that takes fewer letters would cut it, and not recognize what is left. */
export function pastedSecret(event: ClipboardEvent, place: FieldKind): string | null {
  const text = event.clipboardData.getData("text");
  if (secretIn(text, place) === null) return null;
  event.preventDefault();
  return text;
}

/** The text of one field. A secret is cleared, with a warning that stays until it is dismissed. */
export function useGuardedText(first = "", place: FieldKind = "address") {
  const [field, setField] = useState(() => guarded(first));
  const type = (text: string) => setField((before) => enter(before, text, Date.now(), place));
  return {
    text: field.text,
    warning: field.warning,
    type,
    clear: () => setField((before) => ({ ...before, text: "" })),
    dismiss: () => setField((before) => guarded(before.text)),
    onFocus: prepareSecrets,
    onPaste: (event: ClipboardEvent) => {
      const secret = pastedSecret(event, place);
      if (secret !== null) type(secret);
    },
  };
}
