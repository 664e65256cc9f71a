import { Skeleton } from "../../ui/Skeleton";
import css from "./netFlows.module.css";

const [BARS, ROWS] = [
  [170, 96, 110],
  [1, 2, 3, 4, 5, 6],
] as const;

/** The place of the chart while it is loading. */
export const FlowChartPlace = () => (
  <div className={css.place} aria-busy="true">
    {BARS.map((height) => (
      <Skeleton key={height} width={48} height={height} />
    ))}
  </div>
);

/** The place of the chart and the table while they are loading. */
export const FlowLoading = () => (
  <div className={css.board}>
    <div className={css.chart}>
      <FlowChartPlace />
    </div>
    <div className={css.rows}>
      <p className="vh">Loading your net flows</p>
      {ROWS.map((row) => (
        <span key={row}>
          <Skeleton width="100%" height={16} />
        </span>
      ))}
    </div>
  </div>
);
