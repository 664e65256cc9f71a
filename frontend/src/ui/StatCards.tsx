import type { ReactNode } from "react";
import css from "./statCards.module.css";

/** A figure with its name and a note. */
export interface Stat {
  label: string;
  figure: ReactNode;
  note?: ReactNode;
  /** Whether the note names something that is not counted or not known. */
  isWarned?: boolean;
}

/** Up to five figures in one card, the first one larger. */
export const StatCards = ({ label, stats }: { label: string; stats: readonly Stat[] }) => (
  <section className={css.card} aria-label={label}>
    <dl>
      {stats.map(({ label: name, figure, note, isWarned }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={css.figure}>{figure}</dd>
          {note ? (
            <dd className={css.note} data-warned={isWarned || undefined}>
              {note}
            </dd>
          ) : null}
        </div>
      ))}
    </dl>
  </section>
);
