import { Skeleton } from "../../ui/Skeleton";
import css from "./counterparties.module.css";

const ROWS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;

/** The place of the table while it is loading. */
export const VolumesLoading = () => (
  <section className={css.card} aria-label="Counterparties" aria-busy="true">
    <p className={css.loading}>Adding up your counterparties…</p>
    <ul className={css.bones}>
      {ROWS.map((row) => (
        <li key={row}>
          <Skeleton width={28} height={28} />
          <Skeleton width={120} height={14} />
          <Skeleton width="100%" height={14} />
        </li>
      ))}
    </ul>
  </section>
);
