import { useState } from "react";
import { enter, guarded, prepareSecrets } from "../format/secret";

/** The text of one field for an address. A secret is cleared, with a warning that stays until it is dismissed. */
export function useGuardedText(first = "") {
  const [field, setField] = useState(() => guarded(first));
  return {
    text: field.text,
    warning: field.warning,
    type: (text: string) => setField((before) => enter(before, text, Date.now())),
    clear: () => setField((before) => ({ ...before, text: "" })),
    dismiss: () => setField((before) => guarded(before.text)),
    onFocus: prepareSecrets,
  };
}
