import { BarsPlace } from "../../charts/BarsPlace";
import { Skeleton } from "../../ui/Skeleton";
import css from "./fees.module.css";

/** The height of the plot, in pixels. */
export const CHART_HEIGHT = 150;

/** The card while it is loading. */
export const FeesLoading = () => (
  <>
    <p className={css.total}>
      <span className="vh">Adding up your fees</span>
      <Skeleton width={150} height={26} />
    </p>
    <div className={css.chart}>
      <BarsPlace height={CHART_HEIGHT} />
    </div>
    <div className={css.legend}>
      <Skeleton width="70%" height={14} />
      <Skeleton width="60%" height={14} />
    </div>
    <p className={css.foot} />
  </>
);
