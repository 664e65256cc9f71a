import { useEffect } from "react";
import { hideAmounts, useAmountsHidden } from "../format/amounts";
import { IconButton } from "../ui/Button";
import { isApple } from "./FindButton";

/** The button that hides or shows amounts. Its keys, ⌘. or Ctrl ., work over an open dialog and in fields too. */
export function HideAmounts() {
  const isHidden = useAmountsHidden();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "." || !(event.metaKey || event.ctrlKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      hideAmounts(!isHidden);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [isHidden]);
  const label = isHidden ? "Show amounts" : "Hide amounts";
  return (
    <IconButton
      icon={isHidden ? "hide" : "eye"}
      label={label}
      title={`${label} (${isApple ? "⌘." : "Ctrl ."})`}
      aria-keyshortcuts="Control+. Meta+."
      onClick={() => hideAmounts(!isHidden)}
    />
  );
}
