import { Card } from "../../ui/Card";
import { Skeleton } from "../../ui/Skeleton";
import css from "./rowsSkeleton.module.css";

const WIDTHS = [128, 92, 150, 110, 84, 136, 100, 118] as const;

/** The skeleton of the asset rows. */
export const RowsSkeleton = () => (
  <div className={css.rows} aria-busy="true">
    <p>Loading. Rows appear as each wallet is read.</p>
    {WIDTHS.map((width) => (
      <div key={width} className={css.row}>
        <Skeleton width={28} height={28} round />
        <span className={css.name}>
          <Skeleton width={width} height={12} />
          <Skeleton width={40} height={10} />
        </span>
        <Skeleton width={64} height={12} />
        <Skeleton width={72} height={12} />
        <Skeleton width={88} height={12} />
        <Skeleton width={120} height={12} />
      </div>
    ))}
  </div>
);

/** The skeleton of the asset table as a card. */
export const TableSkeleton = () => (
  <Card title="Assets">
    <RowsSkeleton />
  </Card>
);
