import { useEffect, useRef } from "react";
import badges from "./badges.module.css";
import css from "./spanBadges.module.css";

interface SpanBadgesProps<K extends string> {
  spans: readonly { key: K; label: string }[];
  /** The chosen span; null if it is none of them. */
  chosen: K | null;
  onChoose: (key: K) => void;
  /** The shown span in words; empty while it is loading. */
  words: string;
  /** Extra class of the line. */
  className?: string | undefined;
}

/** The spans to choose from, and the shown one in words. */
export function SpanBadges<K extends string>({ spans, chosen, onChoose, words, className = "" }: SpanBadgesProps<K>) {
  const list = useRef<HTMLFieldSetElement>(null);
  // On phones the badges scroll, and the chosen one need not be among the first.
  useEffect(() => {
    const [all, badge] = [list.current, list.current?.querySelector<HTMLElement>("[aria-pressed=true]")];
    if (all && badge) all.scrollLeft = badge.offsetLeft - (all.clientWidth - badge.offsetWidth) / 2;
  }, []);
  return (
    <div className={`${css.spans} ${className}`}>
      <fieldset ref={list} className={badges.scrollBadges}>
        <legend className="vh">Time span</legend>
        {spans.map(({ key, label }) => (
          <button key={key} type="button" aria-pressed={key === chosen} onClick={() => onChoose(key)}>
            {label}
          </button>
        ))}
      </fieldset>
      <p className={css.words}>{words}</p>
    </div>
  );
}
