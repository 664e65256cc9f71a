import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { useMedia } from "../../ui/useMedia";

/** The width from which amounts of then and today have columns of their own, and from which entries are a table. */
const WIDE = 1000;
const NARROW = 660;

export type Layout = "wide" | "narrow" | "cards";

const layoutOf = (width: number): Layout => (width >= WIDE ? "wide" : width >= NARROW ? "narrow" : "cards");

/** The layout that fits the width of an element. Measured before the first paint. */
export function useLayout<E extends HTMLElement>(): [RefObject<E | null>, Layout] {
  const element = useRef<E>(null);
  const [layout, setLayout] = useState<Layout>(() => layoutOf(window.innerWidth));
  useLayoutEffect(() => {
    if (!element.current || typeof ResizeObserver === "undefined") return;
    setLayout(layoutOf(element.current.clientWidth));
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setLayout(layoutOf(entry.contentRect.width));
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return [element, layout];
}

/** Whether the page is as narrow as on a phone. */
export const useIsPhone = (): boolean => useMedia("(max-width: 640px)");
