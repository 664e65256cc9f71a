import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { type PlotScale, periodAt } from "./scale";
import css from "./valueChart.module.css";

/** The width that is kept free for the tooltip, in pixels. */
const TIP = 230;
const BESIDE = 14;

export interface PeriodCursorProps {
  scale: PlotScale;
  /** The height of the stack at a period; null where nothing is known. */
  valueAt: (period: number) => number | null;
  /** A period in words, with its total. */
  periodText: (period: number) => string;
  /** What the tooltip of a period shows. */
  tip: (period: number) => ReactNode;
  /** The open period. */
  chosen?: number | null;
  /** Opens a period, or closes the open one. Without it the periods are only shown. */
  onChoose?: (period: number) => void;
}

/** The line of a period, with a dot on the stack. */
function CursorLine({
  scale,
  valueAt,
  period,
}: {
  scale: PlotScale;
  valueAt: PeriodCursorProps["valueAt"];
  period: number;
}) {
  const value = valueAt(period);
  return (
    <>
      <span className={css.cursor} style={{ left: scale.x(period) }} />
      {value === null ? null : <span className={css.dot} style={{ left: scale.x(period), top: scale.y(value) }} />}
    </>
  );
}

/** Where a key moves the cursor; null for other keys. */
function movedBy(key: string, at: number, [from, to]: PlotScale["range"]): number | null {
  const page = Math.max(1, Math.round((to - from) / 10));
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: at - 1,
    ArrowDown: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at + 1,
    PageDown: at - page,
    PageUp: at + page,
    Home: from,
    End: to,
  };
  const next = steps[key];
  return next === undefined ? null : Math.min(to, Math.max(from, next));
}

/** The layer over the plot: mouse, touch and keyboard move a cursor with a tooltip, and a press opens its period. */
export function PeriodCursor({ scale, valueAt, periodText, tip, chosen = null, onChoose }: PeriodCursorProps) {
  const hint = useId();
  const frame = useRef(0);
  const [at, setAt] = useState<number | null>(null);
  const { range, width } = scale;
  const [from, to] = range;
  useEffect(() => () => cancelAnimationFrame(frame.current), []);
  const isShown = (period: number | null): period is number => period !== null && period >= from && period <= to;
  const place = (event: PointerEvent<HTMLElement>) => event.clientX - event.currentTarget.getBoundingClientRect().left;
  const move = (event: PointerEvent<HTMLElement>) => {
    const next = periodAt(scale, place(event));
    cancelAnimationFrame(frame.current);
    frame.current = requestAnimationFrame(() => setAt(next));
  };
  const leave = () => {
    cancelAnimationFrame(frame.current);
    setAt(null);
  };
  const value = isShown(at) ? at : isShown(chosen) ? chosen : to;
  const onKeyDown = (event: KeyboardEvent) => {
    const next = movedBy(event.key, value, range);
    if (next !== null) setAt(next);
    else if (onChoose && (event.key === "Enter" || event.key === " ")) onChoose(value);
    else return;
    event.preventDefault();
  };
  const x = scale.x(value);
  return (
    <>
      {isShown(chosen) ? <CursorLine scale={scale} valueAt={valueAt} period={chosen} /> : null}
      {isShown(at) && at !== chosen ? <CursorLine scale={scale} valueAt={valueAt} period={at} /> : null}
      <div
        role="slider"
        tabIndex={0}
        className={css.layer}
        aria-label="Period"
        aria-valuemin={from}
        aria-valuemax={to}
        aria-valuenow={value}
        aria-valuetext={periodText(value)}
        aria-describedby={hint}
        onPointerDown={move}
        onPointerMove={move}
        // A finger that is lifted leaves too. Where a press opens nothing, what it pointed at stays until another place is pressed.
        onPointerLeave={(event) => (event.pointerType === "touch" && !onChoose ? undefined : leave())}
        onPointerCancel={leave}
        onClick={(event) =>
          onChoose?.(periodAt(scale, event.clientX - event.currentTarget.getBoundingClientRect().left))
        }
        onKeyDown={onKeyDown}
        onFocus={(event) => {
          if (event.currentTarget.matches(":focus-visible")) setAt((old) => old ?? value);
        }}
        onBlur={leave}
      />
      <p id={hint} className="vh">
        Arrow keys move through the periods.{onChoose ? " Enter opens one." : ""}
      </p>
      {isShown(at) ? (
        <div
          className={css.tip}
          style={x + BESIDE + TIP > width && x > width / 2 ? { right: width - x + BESIDE } : { left: x + BESIDE }}
          aria-hidden="true"
        >
          {tip(at)}
        </div>
      ) : null}
    </>
  );
}
