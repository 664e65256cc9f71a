import { useEffect, useRef } from "react";
import { date } from "../../format/time";
import { SPANS, type SpanKey } from "./flowSpans";
import css from "./flowSpans.module.css";
import type { Flows } from "./types";

interface FlowSpansProps {
  chosen: SpanKey;
  /** The answer whose span is written; undefined while it is loading. */
  answer: Flows | undefined;
  onChoose: (key: SpanKey) => void;
}

/** The span of an answer in words. */
const words = ({ start, end }: Flows): string =>
  start === null ? `All time until ${date(end)}` : `${date(start)} – ${date(end)}`;

/** The spans to choose from, and the shown one in words. */
export function FlowSpans({ chosen, answer, onChoose }: FlowSpansProps) {
  const badges = useRef<HTMLFieldSetElement>(null);
  // On phones the badges scroll, and the chosen one need not be among the first.
  useEffect(() => {
    const [list, badge] = [badges.current, badges.current?.querySelector<HTMLElement>("[aria-pressed=true]")];
    if (list && badge) list.scrollLeft = badge.offsetLeft - (list.clientWidth - badge.offsetWidth) / 2;
  }, []);
  return (
    <div className={css.spans}>
      <fieldset ref={badges} className={css.scrollBadges}>
        <legend className="vh">Time span</legend>
        {SPANS.map(({ key, label }) => (
          <button key={key} type="button" aria-pressed={key === chosen} onClick={() => onChoose(key)}>
            {label}
          </button>
        ))}
      </fieldset>
      <p className={css.words}>{answer ? words(answer) : ""}</p>
    </div>
  );
}
