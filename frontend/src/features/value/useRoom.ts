import { type RefObject, useLayoutEffect, useRef, useState } from "react";

/** The height that an element has in pixels, measured before the first paint; zero where nothing is laid out. */
export function useRoom<E extends HTMLElement>(): [RefObject<E | null>, number] {
  const element = useRef<E>(null);
  const [height, setHeight] = useState(0);
  useLayoutEffect(() => {
    if (!element.current) return;
    setHeight(element.current.clientHeight);
    if (typeof ResizeObserver === "undefined") return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setHeight(Math.floor(entry.contentRect.height));
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return [element, height];
}
