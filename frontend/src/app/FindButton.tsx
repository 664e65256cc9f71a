import { useEffect } from "react";
import { Icon } from "../ui/Icon";
import css from "./shell.module.css";

const isApple = /Mac|iP(hone|ad|od)/.test(navigator.userAgent);

/** ⌘K or Ctrl K opens the palette from anywhere but a dialog. */
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

/** Opens the palette; phones have it among their tabs. */
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
