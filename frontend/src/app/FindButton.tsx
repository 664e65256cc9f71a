import { useEffect } from "react";
import { Icon } from "../ui/Icon";
import css from "./shell.module.css";

/** Whether the key of shortcuts is ⌘. */
export const isApple = /Mac|iP(hone|ad|od)/.test(navigator.userAgent);

/** Opens the palette with ⌘K or Ctrl K, unless a dialog is open. */
export function usePaletteKey(onOpen: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      if (!document.querySelector("dialog[open]")) onOpen();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [onOpen]);
}

/** The button that opens the palette. On phones it is in the tab bar instead. */
export const FindButton = ({ onOpen }: { onOpen: () => void }) => (
  <button
    type="button"
    className={css.finder}
    aria-haspopup="dialog"
    aria-keyshortcuts="Control+K Meta+K"
    onClick={onOpen}
  >
    <Icon name="search" />
    <span>Find</span>
    <kbd>{isApple ? "⌘K" : "Ctrl K"}</kbd>
  </button>
);
