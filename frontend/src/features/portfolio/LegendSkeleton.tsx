import { Skeleton } from "../../ui/Skeleton";
import css from "./allocation.module.css";

const LINES = [0, 1, 2, 3, 4, 5, 6, 7] as const;

/** The skeleton of the allocation legend. */
export const LegendSkeleton = () => (
  <div className={css.skeletons} aria-busy="true">
    {LINES.map((i) => (
      <Skeleton key={i} width="100%" height={16} />
    ))}
  </div>
);
