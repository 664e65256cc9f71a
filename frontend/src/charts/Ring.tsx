import { arc } from "d3-shape";
import { pointing } from "./pointing";
import css from "./ring.module.css";

const RADIUS = 175;
/** How far a chosen part is raised. */
const LIFT = 6;
const OUTER = RADIUS - LIFT;
/** The hole: three quarters of it. */
const HOLE = OUTER * 0.75;
const GAP = 0.012;

/** One part of a whole; `part` is from 0 to 1. */
export interface RingPart {
  id: string;
  part: number;
  colour: string;
}

interface RingProps {
  parts: readonly RingPart[];
  chosen: string | null;
  onChoose: (id: string | null) => void;
  /** The pointer moves on a part, or leaves it. */
  onPoint?: (id: string | null) => void;
  /** The ring in words. */
  label: string;
}

/** Each part with the angles that it spans. */
function spans(parts: readonly RingPart[]): (RingPart & { from: number; to: number })[] {
  const total = parts.reduce((sum, { part }) => sum + part, 0) || 1;
  let at = 0;
  return parts.map((part) => {
    const from = at;
    at += (part.part / total) * 2 * Math.PI;
    return { ...part, from, to: at };
  });
}

/** The outline of one part; a chosen one is raised. */
function outline({ from, to }: { from: number; to: number }, isChosen: boolean, isAlone: boolean): string {
  const shape = arc().cornerRadius(2);
  return (
    shape({
      startAngle: from,
      endAngle: to,
      innerRadius: HOLE,
      outerRadius: isChosen ? RADIUS : OUTER,
      padAngle: isAlone ? 0 : GAP,
    }) ?? ""
  );
}

/** One calm ring; a press chooses a part, a second press lets it go. The legend beside it does the same by keyboard. */
export function Ring({ parts, chosen, onChoose, onPoint, label }: RingProps) {
  return (
    <svg className={css.ring} viewBox="-175 -175 350 350" role="img" aria-label={label}>
      {spans(parts).map(({ id, colour, from, to }) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: the legend's buttons are the keyboard's way
        <path
          key={id}
          d={outline({ from, to }, id === chosen, parts.length === 1)}
          className={css.part}
          data-chosen={id === chosen || undefined}
          style={{ fill: colour }}
          onClick={() => onChoose(id === chosen ? null : id)}
          {...pointing(id, onPoint)}
        />
      ))}
    </svg>
  );
}
