import { type ReactNode, useId } from "react";
import css from "./card.module.css";

interface CardProps {
  title: ReactNode;
  /** Rendered at the right of the title. */
  aside?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

/** A card with a title, which names the region. */
export function Card({ title, aside, className, children }: CardProps) {
  const id = useId();
  return (
    <section className={`${css.card} ${className ?? ""}`} aria-labelledby={id}>
      <header className={css.head}>
        <h2 id={id}>{title}</h2>
        {aside === undefined ? null : <div className={css.aside}>{aside}</div>}
      </header>
      {children}
    </section>
  );
}
