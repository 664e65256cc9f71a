import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { IconButton } from "./Button";
import css from "./dialog.module.css";
import { lockScroll } from "./scrollLock";

interface DialogProps {
  title: string;
  subtitle?: ReactNode;
  /** Before the title: the mark of what it is about. */
  lead?: ReactNode;
  /** Beside the button that closes it. */
  actions?: ReactNode;
  /** `drawer` stands at the right edge over the full height. */
  shape?: "center" | "wide" | "drawer";
  onClose: () => void;
  children: ReactNode;
}

const shapes = {
  center: css.center,
  wide: `${css.center} ${css.wide}`,
  drawer: css.drawer,
} as const;

/** A modal dialog: Escape and the veil close it, and focus goes back to where it came from. */
export function Dialog({ title, subtitle, lead, actions, shape = "center", onClose, children }: DialogProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  // In the layout phase, so that it is closed while it is still in the page and gives the focus back.
  useLayoutEffect(() => {
    const unlock = lockScroll();
    const element = dialog.current;
    if (element && !element.open) {
      element.showModal();
      // A form is opened to write in it, not to close it again. A question says itself which answer is the safe one.
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
  // At the end of the page: what is styled and named where it was opened does not reach in.
  return createPortal(
    // The veil is the dialog's own area outside its box; Escape does the same for the keyboard.
    <dialog
      ref={dialog}
      className={`${css.dialog} ${shapes[shape]}`}
      aria-labelledby={id}
      onMouseDown={onPress}
      onCancel={(event) => {
        event.preventDefault();
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
