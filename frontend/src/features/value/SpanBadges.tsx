import css from "./assetValue.module.css";
import { SPANS, type SpanKey } from "./periods";

interface SpanBadgesProps {
  /** The chosen span; null if it was dragged. */
  chosen: SpanKey | null;
  onChoose: (key: SpanKey) => void;
  /** The shown span in words. */
  words: string;
}

/** The spans to choose from, and the shown one in words. */
export const SpanBadges = ({ chosen, onChoose, words }: SpanBadgesProps) => (
  <div className={css.spans}>
    <fieldset className={css.scrollBadges}>
      <legend className="vh">Time span</legend>
      {SPANS.map(({ key, label }) => (
        <button key={key} type="button" aria-pressed={key === chosen} onClick={() => onChoose(key)}>
          {label}
        </button>
      ))}
    </fieldset>
    <p className={css.words}>{words}</p>
  </div>
);
