import { useId, useRef } from "react";
import { IconButton } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { useSlides } from "../../ui/useSlides";
import css from "./slides.module.css";
import type { Statement } from "./statements";

/** The statements, as slides that the reader moves. */
export function Slides({ statements }: { statements: readonly Statement[] }) {
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const { index, onScroll, move } = useSlides(list, statements.length);
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
