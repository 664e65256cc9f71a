import { arc } from "d3-shape";
import { pointing } from "./pointing";
import css from "./ring.module.css";

const RADIUS = 175;
/** How far a chosen segment is raised. */
const LIFT = 6;
const OUTER = RADIUS - LIFT;
/** The radius of the hole. */
const HOLE = OUTER * 0.75;
const GAP = 0.012;

/** One segment; `part` is its share from 0 to 1. */
export interface RingPart {
  id: string;
  part: number;
  colour: string;
}

interface RingProps {
  parts: readonly RingPart[];
  chosen: string | null;
  onChoose: (id: string | null) => void;
  /** Called when the pointer moves over a segment, and with null when it leaves. */
  onPoint?: (id: string | null) => void;
  /** The accessible name of the ring. */
  label: string;
}

/** Each segment with its start and end angle. */
function spans(parts: readonly RingPart[]): (RingPart & { from: number; to: number })[] {
  const total = parts.reduce((sum, { part }) => sum + part, 0) || 1;
  let at = 0;
  return parts.map((part) => {
    const from = at;
    at += (part.part / total) * 2 * Math.PI;
    return { ...part, from, to: at };
  });
}

/** The path of one segment; a chosen one is raised. */
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

/** A ring chart. A click chooses a segment, a second click clears the choice. The legend offers the same by keyboard. */
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
          style={{ color: colour }}
          onClick={() => onChoose(id === chosen ? null : id)}
          {...pointing(id, onPoint)}
        />
      ))}
    </svg>
  );
}
