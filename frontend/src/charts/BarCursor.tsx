import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useState } from "react";
import { barAt } from "./bars";
import type { PlotScale } from "./scale";
import css from "./stackedBars.module.css";

/** The width that is kept free for the tooltip, in pixels. */
const TIP = 236;
const BESIDE = 10;

export interface BarCursorProps {
  scale: PlotScale;
  /** What one bar is: "Month". */
  label: string;
  /** A bar in words, with its figure. */
  barText: (bar: number) => string;
  /** What the tooltip of a bar shows. */
  tip: (bar: number) => ReactNode;
}

/** Where a key moves the cursor; null for other keys. */
function movedBy(key: string, at: number, last: number): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: at - 1,
    ArrowDown: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at + 1,
    Home: 0,
    End: last,
  };
  const next = steps[key];
  return next === undefined ? null : Math.min(last, Math.max(0, next));
}

/** The side of the tooltip on which there is room for it. */
function besides(x: number, half: number, width: number) {
  const [left, right] = [x + half + BESIDE, width - x + half + BESIDE];
  if (left + TIP <= width) return { left };
  return right + TIP <= width ? { right } : x > width / 2 ? { left: 0 } : { right: 0 };
}

/** The layer over the bars: mouse, touch and keyboard choose one, whose figures the tooltip shows. */
export function BarCursor({ scale, label, barText, tip }: BarCursorProps) {
  const hint = useId();
  const [at, setAt] = useState<number | null>(null);
  const { width } = scale;
  const last = scale.range[1];
  const step = width / (last + 1);
  const shown = at === null ? null : Math.min(at, last);
  const value = shown ?? last;
  const move = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) =>
    setAt(barAt(last + 1, width, clientX - currentTarget.getBoundingClientRect().left));
  const onKeyDown = (event: KeyboardEvent) => {
    const next = event.key === "Escape" && at !== null ? null : movedBy(event.key, value, last);
    if (next === null && event.key !== "Escape") return;
    if (next !== null || at !== null) event.preventDefault();
    setAt(next);
  };
  return (
    <>
      {shown === null ? null : (
        <span className={css.shade} style={{ left: scale.x(shown) - step / 2, width: step }} aria-hidden="true" />
      )}
      <div
        role="slider"
        tabIndex={0}
        className={css.layer}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={value}
        aria-valuetext={barText(value)}
        aria-describedby={hint}
        onPointerDown={move}
        onPointerMove={move}
        // A finger leaves at once; what it chose stays until another place is touched.
        onPointerLeave={({ pointerType }) => (pointerType === "touch" ? undefined : setAt(null))}
        onPointerCancel={() => setAt(null)}
        onKeyDown={onKeyDown}
        onFocus={({ currentTarget }) => {
          if (currentTarget.matches(":focus-visible")) setAt((old) => old ?? value);
        }}
        onBlur={() => setAt(null)}
      />
      <p id={hint} className="vh">
        Arrow keys move through the bars.
      </p>
      {shown === null ? null : (
        <div className={css.tip} style={besides(scale.x(shown), step / 2, width)} aria-hidden="true">
          {tip(shown)}
        </div>
      )}
    </>
  );
}
