import { Ring } from "../../charts/Ring";
import { Card } from "../../ui/Card";
import { Bone } from "../../ui/Skeleton";
import { EmptyFacts } from "./Headline";
import css from "./home.module.css";
import { MovesSkeleton } from "./MovesSkeleton";
import { TableSkeleton } from "./RowsSkeleton";
import shares from "./shares.module.css";

const lines = (n: number) => Array.from({ length: n }, (_, i) => i);

/** Home before the first answer, in the shape of what comes; `aside` is what stands above what is missing. */
export const HomeSkeleton = ({ aside = "Updating sources" }: { aside?: string }) => (
  <div className={css.page} aria-busy="true">
    <section className={css.headline} aria-labelledby="net-worth">
      <div>
        <div className={css.title}>
          <h1 id="net-worth">Net worth</h1>
          <Bone width={180} height={16} />
        </div>
        <p className={css.worth}>
          <Bone width={260} height={46} />
        </p>
        <p className={css.day}>
          <Bone width={240} height={16} />
        </p>
      </div>
      <EmptyFacts />
    </section>
    <div className={css.overview}>
      <Card title="Assets by share">
        <div className={shares.split}>
          <div className={shares.ring}>
            <Ring parts={[]} chosen={null} onChoose={() => undefined} label="Assets by share: reading" busy />
          </div>
          <div className={shares.detail}>
            {lines(8).map((i) => (
              <Bone key={i} width="100%" height={16} />
            ))}
          </div>
        </div>
      </Card>
    </div>
    <div className={css.middle}>
      <MovesSkeleton />
      <Card title="Not in your total">
        <div className={css.bones}>
          {lines(4).map((i) => (
            <Bone key={i} width="100%" height={30} />
          ))}
        </div>
      </Card>
    </div>
    <div className={css.col}>
      <Card title={aside}>
        <div className={css.bones}>
          {lines(4).map((i) => (
            <Bone key={i} width="100%" height={30} />
          ))}
        </div>
      </Card>
      <Card title="Networks">
        <div className={css.bones}>
          {lines(7).map((i) => (
            <Bone key={i} width="100%" height={22} />
          ))}
        </div>
      </Card>
    </div>
    <div className={css.whole}>
      <TableSkeleton />
    </div>
  </div>
);
