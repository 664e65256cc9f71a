import { Skeleton } from "../../ui/Skeleton";
import css from "./fees.module.css";

const BARS = [92, 70, 78, 130, 104, 72, 64, 96, 80, 73, 76, 60] as const;

/** The place of the chart while it is loading. */
export const FeeChartPlace = () => (
  <div className={css.place} aria-busy="true">
    {BARS.map((height) => (
      <Skeleton key={height} width={12} height={height} />
    ))}
  </div>
);

/** The card while it is loading. */
export const FeesLoading = () => (
  <>
    <p className={css.total}>
      <span className="vh">Adding up your fees</span>
      <Skeleton width={150} height={26} />
    </p>
    <div className={css.chart}>
      <FeeChartPlace />
    </div>
    <div className={css.legend}>
      <Skeleton width="70%" height={14} />
      <Skeleton width="60%" height={14} />
    </div>
    <p className={css.foot} />
  </>
);
