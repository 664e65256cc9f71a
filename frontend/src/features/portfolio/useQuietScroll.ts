import { type RefObject, useEffect } from "react";

/** So long after the page has last moved its rows answer the pointer again, in milliseconds. */
const REST = 120;

/**
 * Marks an element with `data-moving` while the page moves below a pointer that rests. Its rows are not marked then as they
 * pass: each mark paints a long table again, and frames come late. A pointer that moves is answered at once.
 */
export function useQuietScroll(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let timer = 0;
    const end = () => {
      window.clearTimeout(timer);
      element.current?.removeAttribute("data-moving");
    };
    const moved = () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(end, REST);
      element.current?.setAttribute("data-moving", "");
    };
    // A browser says that the pointer moved, by nothing, when something else comes to lie below it.
    const pointed = ({ movementX, movementY }: MouseEvent) => {
      if (movementX !== 0 || movementY !== 0) end();
    };
    window.addEventListener("scroll", moved, { passive: true, capture: true });
    window.addEventListener("mousemove", pointed, { passive: true });
    return () => {
      end();
      window.removeEventListener("scroll", moved, { capture: true });
      window.removeEventListener("mousemove", pointed);
    };
  }, [element]);
}
