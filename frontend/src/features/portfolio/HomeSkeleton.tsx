import { RingPlaceholder } from "../../charts/RingPlaceholder";
import { Card } from "../../ui/Card";
import { Skeleton } from "../../ui/Skeleton";
import allocation from "./allocation.module.css";
import css from "./home.module.css";
import { LegendSkeleton } from "./LegendSkeleton";
import { MovesSkeleton } from "./MovesSkeleton";
import { TableSkeleton } from "./RowsSkeleton";

/** The skeleton of Home. */
export const HomeSkeleton = () => (
  <div className={css.page} aria-busy="true">
    <section className={css.headline} aria-labelledby="net-worth">
      <div>
        <div className={css.title}>
          <h1 id="net-worth">Net worth</h1>
        </div>
        <p className={css.worth}>
          <Skeleton width={260} height={46} />
        </p>
        <div className={css.under}>
          <p className={css.day}>
            <Skeleton width={240} height={16} />
          </p>
        </div>
      </div>
    </section>
    <div className={css.overview}>
      <Card title="Allocation">
        <div className={allocation.split}>
          <div className={allocation.ring}>
            <RingPlaceholder label="Allocation: reading" busy />
          </div>
          <div className={allocation.detail}>
            <LegendSkeleton />
          </div>
        </div>
      </Card>
    </div>
    <div className={css.side}>
      <MovesSkeleton />
    </div>
    <div className={css.whole}>
      <TableSkeleton />
    </div>
  </div>
);
