import { useEffect, useId, useRef, useState } from "react";
import { IconButton } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import css from "./slides.module.css";
import type { Statement } from "./statements";

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

/** The position in a list that scrolls sideways, and the function that moves it. */
function useSlides(count: number) {
  const list = useRef<HTMLUListElement>(null);
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
  return { list, index, onScroll, move };
}

/** The statements, as slides that the reader moves. */
export function Slides({ statements }: { statements: readonly Statement[] }) {
  const id = useId();
  const { list, index, onScroll, move } = useSlides(statements.length);
  const isEnd = index === statements.length - 1;
  return (
    <section className={css.slides} aria-labelledby={id}>
      <header className={css.head}>
        <h2 id={id}>Three things to know</h2>
        <span aria-live="polite">
          {index + 1} of {statements.length}
        </span>
        <div className={css.arrows}>
          <IconButton icon="left" label="Previous" disabled={index === 0} onClick={() => move(-1)} />
          <IconButton icon="right" label="Next" disabled={isEnd} onClick={() => move(1)} />
        </div>
      </header>
      <div className={css.window} data-end={isEnd || undefined}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: an area that scrolls is reached by the keyboard */}
        <ul ref={list} className={css.scroll} tabIndex={0} aria-labelledby={id} onScroll={onScroll}>
          {statements.map(({ icon, title, text }) => (
            <li key={title}>
              <span className={css.tile}>
                <Icon name={icon} size={18} />
              </span>
              <div>
                <h3>{title}</h3>
                <p>{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
      <div className={css.dots} aria-hidden="true">
        {statements.map(({ title }, i) => (
          <i key={title} data-current={i === index || undefined} />
        ))}
      </div>
    </section>
  );
}
