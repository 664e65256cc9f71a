import { Card } from "../../ui/Card";
import { Skeleton } from "../../ui/Skeleton";
import css from "./whatMoved.module.css";

/** The skeleton of the card. */
export const MovesSkeleton = () => (
  <Card title="What moved" className={css.card}>
    <div className={css.skeletons} aria-busy="true">
      <Skeleton width="80%" height={16} />
      {[0, 1, 2].map((i) => (
        <Skeleton key={i} width="100%" height={20} />
      ))}
    </div>
  </Card>
);
