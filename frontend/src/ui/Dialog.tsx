import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { IconButton } from "./Button";
import css from "./dialog.module.css";
import { lockScroll } from "./scrollLock";

interface DialogProps {
  title: string;
  subtitle?: ReactNode;
  /** Rendered before the title: the avatar of the subject. */
  lead?: ReactNode;
  /** Rendered beside the close button. */
  actions?: ReactNode;
  /** `drawer` is at the right edge, over the full height; `sheet` at the lower edge of phones. */
  shape?: "center" | "wide" | "broad" | "drawer" | "sheet";
  onClose: () => void;
  children: ReactNode;
}

const shapes = {
  center: css.center,
  wide: `${css.center} ${css.wide}`,
  broad: `${css.center} ${css.broad}`,
  drawer: css.drawer,
  sheet: css.sheet,
} as const;

/** A modal dialog. Escape and a click on the backdrop close it, and the focus returns to the previous element. */
export function Dialog({ title, subtitle, lead, actions, shape = "center", onClose, children }: DialogProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  // A layout effect, because the dialog must be closed before it is removed from the page to restore the focus.
  useLayoutEffect(() => {
    const unlock = lockScroll();
    const element = dialog.current;
    if (element && !element.open) {
      element.showModal();
      // The first field gets the focus, not the close button. A question marks its safe answer with `data-first`.
      const first = element.querySelector<HTMLElement>("[data-first]");
      (first ?? element.querySelector<HTMLElement>("input:not([readonly]), select"))?.focus();
    }
    return () => {
      element?.close();
      unlock();
    };
  }, []);
  const onPress = (event: MouseEvent) => {
    if (event.target === dialog.current) onClose();
  };
  // Rendered at the end of the body, so that styles and landmarks of the opener do not apply.
  return createPortal(
    // A click on the backdrop targets the dialog element itself; Escape is the keyboard equivalent.
    <dialog
      ref={dialog}
      className={`${css.dialog} ${shapes[shape]}`}
      aria-labelledby={id}
      onMouseDown={onPress}
      onCancel={(event) => {
        event.preventDefault();
        // React passes the event on to the dialog that this one was opened from.
        event.stopPropagation();
        onClose();
      }}
    >
      <div className={css.head}>
        {lead}
        <div className={css.title}>
          <h2 id={id}>{title}</h2>
          {subtitle ? <p>{subtitle}</p> : null}
        </div>
        {actions}
        <IconButton icon="close" label="Close" onClick={onClose} />
      </div>
      {children}
    </dialog>,
    document.body,
  );
}
