import { Skeleton } from "../ui/Skeleton";
import css from "./barsPlace.module.css";

const BARS = [0.5, 0.34, 0.66, 1, 0.7, 0.42, 0.38, 0.82, 0.6, 0.55, 0.88, 0.64] as const;

/** The place of a chart of bars while it is loading, as high as the chart, so that nothing moves when it appears. */
export const BarsPlace = ({ height }: { height: number }) => (
  <div className={css.place} style={{ height: height + 36 }} aria-busy="true">
    {BARS.map((part) => (
      <Skeleton key={part} width={12} height={Math.round(part * height)} />
    ))}
  </div>
);
