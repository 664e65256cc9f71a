import { Card } from "../../ui/Card";
import { Skeleton } from "../../ui/Skeleton";
import { useMedia } from "../../ui/useMedia";
import { AllocationSkeleton } from "./AllocationSkeleton";
import css from "./home.module.css";
import { MovesSkeleton } from "./MovesSkeleton";
import { TableSkeleton } from "./RowsSkeleton";
import { ValueSkeleton } from "./ValueSkeleton";

/** The skeleton of Home, with the value over time where a history is kept. */
export function HomeSkeleton({ hasValue }: { hasValue: boolean }) {
  const isPhone = useMedia("(max-width: 640px)");
  const allocation = (
    <Card title="Allocation">
      <AllocationSkeleton />
    </Card>
  );
  return (
    <div className={css.page} aria-busy="true">
      <section className={css.headline} aria-labelledby="net-worth">
        <div>
          <div className={css.title}>
            <h1 id="net-worth">Net worth</h1>
          </div>
          <p className={css.worth}>
            <Skeleton width={260} height={46} />
          </p>
          <div className={css.changes}>
            <p className={css.day}>
              <Skeleton width={240} height={16} />
            </p>
          </div>
          {isPhone ? <div className={css.under} /> : null}
        </div>
        <div className={css.right} />
      </section>
      {hasValue ? (
        <div className={css.value}>
          <ValueSkeleton />
        </div>
      ) : null}
      <div className={hasValue ? css.side : css.pair}>
        <MovesSkeleton />
        {isPhone ? null : allocation}
      </div>
      <div className={css.whole}>
        <TableSkeleton />
      </div>
      {isPhone ? allocation : null}
    </div>
  );
}
