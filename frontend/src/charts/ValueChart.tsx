import { type ReactNode, useCallback, useDeferredValue, useEffect, useMemo, useState } from "react";
import type { ChartRange } from "./columns";
import { gutterOf } from "./gutter";
import { RangeNavigator } from "./RangeNavigator";
import { useWidth } from "./useWidth";
import { ValuePlot, type ValuePlotProps } from "./ValuePlot";
import css from "./valueChart.module.css";

interface ValueChartProps extends Omit<ValuePlotProps, "width" | "gutter" | "costText"> {
  /** A sentence that says what the chart shows in a span. */
  sentence: (range: ChartRange) => string;
  /** The name of a period. */
  periodName: (period: number) => string;
  /** The cost at the end of a span in words. */
  costText: (period: number) => string;
  /** Called when a span was chosen. */
  onRange: (range: ChartRange) => void;
  /** Shown in place of the plot. */
  instead: ReactNode;
  /** What is below the strip that chooses a span. */
  children: (range: ChartRange) => ReactNode;
}

/** Values over time as stacked bands, with the cost as a line and a strip that chooses the span. */
export function ValueChart({ series, range, onRange, instead, children, ...props }: ValueChartProps) {
  const { sentence, periodName, costText, ...plot } = props;
  const [place, width] = useWidth<HTMLElement>();
  // The span while it is dragged, and until the chosen one arrives.
  const [moved, setMoved] = useState<ChartRange | null>(null);
  const [from, to] = range;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another span replaces the dragged one
  useEffect(() => setMoved(null), [from, to]);
  const live = moved ?? range;
  // The strip follows the pointer at once, and the plot when there is time.
  const shown = useDeferredValue(live);
  const choose = useCallback(
    (next: ChartRange) => {
      setMoved(next);
      onRange(next);
    },
    [onRange],
  );
  const { total, cost } = series;
  const { lineText } = props;
  // The room is that of the whole history, so that the plot keeps its width while the span changes.
  const gutter = useMemo(() => gutterOf({ total, cost }, lineText), [total, cost, lineText]);
  return (
    <figure ref={place} className={css.figure}>
      <figcaption className="vh">{sentence(shown)}</figcaption>
      {width === 0 ? null : (
        <>
          {instead ?? (
            <ValuePlot
              series={series}
              range={shown}
              width={width}
              gutter={gutter}
              costText={costText(shown[1])}
              {...plot}
            />
          )}
          <div className={css.strip} style={{ marginLeft: gutter }}>
            <RangeNavigator
              total={total}
              range={live}
              width={width - gutter}
              text={periodName}
              onMove={setMoved}
              onRange={choose}
            />
          </div>
        </>
      )}
      {children(live)}
    </figure>
  );
}
