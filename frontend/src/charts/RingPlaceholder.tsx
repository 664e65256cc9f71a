import css from "./ring.module.css";

const MIDDLE = 148;
const WIDTH = 42;

/** An empty ring, shown until the segments are known and the code of the chart has loaded; `busy` while sources are being read. */
export const RingPlaceholder = ({ label, busy }: { label: string; busy: boolean }) => (
  <svg className={css.ring} viewBox="-175 -175 350 350" role="img" aria-label={label}>
    <circle r={MIDDLE} className={css.place} data-busy={busy || undefined} strokeWidth={WIDTH} />
  </svg>
);
