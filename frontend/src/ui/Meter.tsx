import type { CSSProperties } from "react";
import css from "./meter.module.css";

interface MeterProps {
  /** From 0 to 1. */
  part: number;
  colour?: string;
  className?: string | undefined;
}

/** A decorative bar that repeats the number beside it. */
export function Meter({ part, colour, className }: MeterProps) {
  const style = { "--part": Math.min(1, Math.max(0, part)), ...(colour ? { "--k": colour } : {}) } as CSSProperties;
  return (
    <span className={`${css.meter} ${className ?? ""}`} style={style} aria-hidden="true">
      <i />
    </span>
  );
}

const ROUND = 31.4;

/** The ring of the coverage badge: the share of priced holdings. */
export function CoverageRing({ part }: { part: number }) {
  const length = part >= 1 ? ROUND : Math.min(part * ROUND, ROUND - 2.8);
  return (
    <svg width={14} height={14} viewBox="0 0 14 14" className={css.coverage} aria-hidden="true">
      <circle cx={7} cy={7} r={5} fill="none" stroke="currentColor" strokeOpacity={0.28} strokeWidth={2.5} />
      <circle
        cx={7}
        cy={7}
        r={5}
        fill="none"
        stroke="currentColor"
        strokeWidth={2.5}
        strokeDasharray={`${length} ${ROUND}`}
        transform="rotate(-90 7 7)"
      />
    </svg>
  );
}
