import { type RefObject, useEffect, useRef, useState } from "react";

/** How long after the last scroll event the position is read. */
const SETTLE_MS = 100;

/** The index of the slide at the start of the list; at the end of the list, that of the last slide. */
function indexIn(list: HTMLElement): number {
  const slides = [...list.children].map((one) => (one as HTMLElement).offsetLeft - list.offsetLeft);
  const room = list.scrollWidth - list.clientWidth;
  if (room > 0 && list.scrollLeft >= room - 2) return slides.length - 1;
  const distances = slides.map((left) => Math.abs(left - list.scrollLeft));
  return distances.indexOf(Math.min(...distances));
}

/** The position in a list that scrolls sideways, and the function that moves it by a number of slides. */
export function useSlides<List extends HTMLElement>(list: RefObject<List | null>, count: number) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [index, setIndex] = useState(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  const onScroll = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => list.current && setIndex(indexIn(list.current)), SETTLE_MS);
  };
  const move = (step: number) => {
    const next = Math.min(Math.max(index + step, 0), count - 1);
    const slide = list.current?.children[next] as HTMLElement | undefined;
    if (list.current && slide) list.current.scrollLeft = slide.offsetLeft - list.current.offsetLeft;
    setIndex(next);
  };
  return { index, onScroll, move };
}
