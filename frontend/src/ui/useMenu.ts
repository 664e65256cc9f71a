import { type FocusEvent, type KeyboardEvent, useId, useRef, useState } from "react";

/** The state of a menu with the attributes of its parts. It closes on Escape and when the focus leaves it. */
export function useMenu() {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    // A dialog that an entry opens gives the focus back to here.
    button.current?.focus();
  };
  return {
    id,
    isOpen,
    close,
    /** The attributes of the element around the button and the entries. */
    root: {
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
        if (!currentTarget.contains(relatedTarget)) setOpen(false);
      },
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key !== "Escape" || !isOpen) return;
        event.stopPropagation();
        // Escape would also close the dialog that the menu is in.
        event.preventDefault();
        close();
      },
    },
    /** The attributes of the button. */
    button: {
      ref: button,
      "aria-haspopup": "menu",
      "aria-expanded": isOpen,
      "aria-controls": isOpen ? id : undefined,
      onClick: () => setOpen(!isOpen),
    } as const,
  };
}
