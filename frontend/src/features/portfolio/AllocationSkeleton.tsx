import { RingPlaceholder } from "../../charts/RingPlaceholder";
import { Skeleton } from "../../ui/Skeleton";
import css from "./allocation.module.css";

const LINES = [0, 1, 2, 3, 4, 5] as const;

/** The skeleton of the small legend. */
export const LinesSkeleton = () => (
  <div className={css.lines} aria-busy="true">
    {LINES.map((i) => (
      <Skeleton key={i} width="100%" height={12} />
    ))}
  </div>
);

/** The skeleton of the ring with its legend. */
export const AllocationSkeleton = () => (
  <div className={css.small}>
    <div className={css.smallRing}>
      <RingPlaceholder label="Allocation: reading" busy />
    </div>
    <LinesSkeleton />
  </div>
);
