import { type RefObject, useEffect } from "react";

/** So long after the page has last moved its rows answer the pointer again, in milliseconds. */
const REST = 120;

/**
 * Marks an element with `data-moving` while the page moves below a pointer that rests. Its rows are not marked then as they
 * pass: each mark paints a long table again, and frames come late. A pointer that moves is answered at once, and no press is
 * lost: what lies below the cover gets it.
 */
export function useQuietScroll(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let timer = 0;
    let isPressed = false;
    let meant: Element | null = null;
    const end = () => {
      window.clearTimeout(timer);
      element.current?.removeAttribute("data-moving");
    };
    const moved = () => {
      // A cover between a press and its end would take the click away from what was pressed.
      if (isPressed) return;
      window.clearTimeout(timer);
      timer = window.setTimeout(end, REST);
      element.current?.setAttribute("data-moving", "");
    };
    // A browser says that the pointer moved, by nothing, when something else comes to lie below it.
    const pointed = ({ movementX, movementY, buttons }: MouseEvent) => {
      isPressed = buttons !== 0;
      if (movementX !== 0 || movementY !== 0) end();
    };
    const pressed = ({ target, clientX, clientY }: PointerEvent) => {
      const isCovered = target === element.current && element.current?.hasAttribute("data-moving");
      isPressed = true;
      end();
      meant = isCovered ? document.elementFromPoint(clientX, clientY) : null;
    };
    const released = () => {
      isPressed = false;
    };
    const clicked = ({ target }: MouseEvent) => {
      const below = target === element.current ? meant : null;
      meant = null;
      below?.closest<HTMLElement>("a, button")?.focus({ preventScroll: true });
      below?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    };
    const listeners = new AbortController();
    const { signal } = listeners;
    window.addEventListener("scroll", moved, { passive: true, capture: true, signal });
    window.addEventListener("mousemove", pointed, { passive: true, signal });
    window.addEventListener("pointerdown", pressed, { passive: true, capture: true, signal });
    window.addEventListener("pointerup", released, { passive: true, capture: true, signal });
    window.addEventListener("pointercancel", released, { passive: true, capture: true, signal });
    window.addEventListener("click", clicked, { signal });
    return () => {
      end();
      listeners.abort();
    };
  }, [element]);
}
