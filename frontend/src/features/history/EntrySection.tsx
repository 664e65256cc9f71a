import { type ReactNode, useId } from "react";
import css from "./entry.module.css";

interface EntrySectionProps {
  title: string;
  /** Beside the title, in small. */
  note?: ReactNode;
  /** At the right: the one action, or the state. */
  side?: ReactNode;
  children?: ReactNode;
}

/** A section of the entry, with its title over a rule. */
export function EntrySection({ title, note, side, children }: EntrySectionProps) {
  const id = useId();
  return (
    <section className={css.section} aria-labelledby={note ? `${id} ${id}-note` : id}>
      <div className={css.head}>
        <div className={css.headline}>
          <h3 id={id}>{title}</h3>
          {note ? <small id={`${id}-note`}>{note}</small> : null}
        </div>
        {side ?? null}
      </div>
      {children}
    </section>
  );
}
