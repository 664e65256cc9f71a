import { type KeyboardEvent, memo, type PointerEvent, useMemo, useRef } from "react";
import { type ChartColumn, type ChartRange, largestOf, runsOf } from "./columns";
import { bandPaths } from "./paths";
import { movedRange, type RangePart, stepOf } from "./rangeMoves";
import css from "./rangeNavigator.module.css";
import { plotScale } from "./scale";

const HEIGHT = 40;

/** The value over all periods. It is not rendered again while the span changes. */
const Overview = memo(function Overview({ total, width }: { total: ChartColumn; width: number }) {
  const path = useMemo(() => {
    const whole: ChartRange = [0, total.length - 1];
    const scale = plotScale(whole, width, HEIGHT, largestOf([total], whole) * 1.1);
    return bandPaths([total], total, runsOf([total], whole), scale).bands[0];
  }, [total, width]);
  return (
    <svg width={width} height={HEIGHT} className={css.picture} aria-hidden="true">
      <path d={path} />
    </svg>
  );
});

interface HandleProps {
  part: "from" | "to";
  range: ChartRange;
  last: number;
  at: number;
  text: (period: number) => string;
  onRange: (range: ChartRange) => void;
}

/** One end of the span, which the keyboard moves as well. */
function Handle({ part, range, last, at, text, onRange }: HandleProps) {
  const value = part === "from" ? range[0] : range[1];
  const onKeyDown = (event: KeyboardEvent) => {
    const step = stepOf(event.key, event.shiftKey);
    if (step === null) return;
    event.preventDefault();
    onRange(movedRange(range, part, step, last));
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      className={css.handle}
      data-part={part}
      style={{ left: at }}
      aria-label={part === "from" ? "Span begins" : "Span ends"}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={value}
      aria-valuetext={text(value)}
      onKeyDown={onKeyDown}
    >
      <i />
    </div>
  );
}

/** A drag under way: what it moves, from which span and place, and the span before it. */
interface RangeDrag {
  part: RangePart;
  range: ChartRange;
  before: ChartRange;
  x: number;
}

interface RangeNavigatorProps {
  total: ChartColumn;
  range: ChartRange;
  width: number;
  /** A period in words. */
  text: (period: number) => string;
  /** Called while the span is dragged. */
  onMove: (range: ChartRange) => void;
  /** Called when a span was chosen. */
  onRange: (range: ChartRange) => void;
}

/** The strip below the plot in which a span is chosen: its ends and the span itself can be dragged. */
export function RangeNavigator({ total, range, width, text, onMove, onRange }: RangeNavigatorProps) {
  const drag = useRef<RangeDrag | null>(null);
  const moved = useRef(range);
  const last = total.length - 1;
  const perPeriod = width / Math.max(1, last);
  const x = (period: number) => (last === 0 ? (period === range[0] ? 0 : width) : period * perPeriod);
  const [left, right] = last === 0 ? [0, width] : [x(range[0]), x(range[1])];
  const move = (event: PointerEvent<HTMLElement>) => {
    if (!drag.current) return;
    const by = Math.round((event.clientX - drag.current.x) / perPeriod);
    moved.current = movedRange(drag.current.range, drag.current.part, by, last);
    onMove(moved.current);
  };
  const start = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    const handle = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-part]") : null;
    const part = (handle?.dataset.part ?? "outside") as RangePart | "outside";
    const at = Math.round((event.clientX - event.currentTarget.getBoundingClientRect().left) / perPeriod);
    const center = Math.round((range[0] + range[1]) / 2);
    const from = part === "outside" ? movedRange(range, "all", at - center, last) : range;
    drag.current = { part: part === "outside" ? "all" : part, range: from, before: range, x: event.clientX };
    moved.current = from;
    onMove(from);
    event.currentTarget.setPointerCapture?.(event.pointerId);
  };
  const end = () => {
    const before = drag.current?.before;
    drag.current = null;
    // A press without a movement chooses nothing.
    if (before && moved.current.join() !== before.join()) onRange(moved.current);
  };
  const handle = { range, last, text, onRange };
  return (
    <div
      className={css.strip}
      style={{ width }}
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
    >
      <Overview total={total} width={width} />
      <span className={css.outside} style={{ left: 0, width: left }} />
      <span className={css.outside} style={{ left: right, right: 0 }} />
      <span className={css.span} data-part="all" style={{ left, width: right - left }} />
      <Handle part="from" at={left} {...handle} />
      <Handle part="to" at={right} {...handle} />
    </div>
  );
}
