import css from "./ring.module.css";

const MIDDLE = 148;
const WIDTH = 42;

/** The place of the ring before its parts are known, and while its code is fetched; `busy` while something is read. */
export const RingPlaceholder = ({ label, busy }: { label: string; busy: boolean }) => (
  <svg className={css.ring} viewBox="-175 -175 350 350" role="img" aria-label={label}>
    <circle r={MIDDLE} className={css.place} data-busy={busy || undefined} strokeWidth={WIDTH} />
  </svg>
);
