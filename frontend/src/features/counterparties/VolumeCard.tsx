import { Link } from "react-router";
import { BarsPlace } from "../../charts/BarsPlace";
import { FIRST_SPAN, spanOf } from "../../format/spans";
import { count, plural } from "../../format/text";
import { Dot } from "../../ui/Avatar";
import { Card } from "../../ui/Card";
import { FailureNote } from "../../ui/Note";
import { Skeleton } from "../../ui/Skeleton";
import { useVolumes } from "./queries";
import type { VisitorToken, Volumes } from "./types";
import { VolumeAmount } from "./VolumeAmount";
import { VolumeChart } from "./VolumeChart";
import css from "./volumeCard.module.css";
import { volumeBands } from "./volumes";

/** The height of the plot, in pixels. */
const HEIGHT = 150;

/** The total, the bars, and the services with their colors and amounts. */
function Figures({ volumes }: { volumes: Volumes }) {
  const { total_volume: total, total_count: entries, currency_code: currency } = volumes;
  const bands = volumeBands(volumes);
  return (
    <div className={css.board}>
      <div>
        <p className={css.total}>
          <b>
            <VolumeAmount total={total} currency={currency} label="Volume" />
          </b>
          <span>
            {spanOf(FIRST_SPAN).words}, {plural(entries, "entry", "entries")}
            {total.left_out > 0 ? `, ${count(total.left_out)} without a price left out` : ""}
          </span>
        </p>
        <VolumeChart volumes={volumes} bands={bands} subject="Volume by counterparty" height={HEIGHT} />
      </div>
      <ul className={css.legend} aria-label="Volume by counterparty">
        {bands.map(({ id, name, colour, total: { total_volume: volume }, figure }) => (
          <li key={id}>
            <Dot colour={colour} />
            <bdi>{name}</bdi>
            <b>
              <VolumeAmount total={volume} currency={currency} figure={figure} label={`Volume with ${name}`} />
            </b>
          </li>
        ))}
      </ul>
    </div>
  );
}

const Loading = () => (
  <div className={css.board} aria-busy="true">
    <div>
      <p className={css.total}>
        <span className="vh">Adding up your counterparties</span>
        <Skeleton width={150} height={26} />
      </p>
      <BarsPlace height={HEIGHT} />
    </div>
    <div className={css.legend}>
      <Skeleton width="80%" height={14} />
      <Skeleton width="60%" height={14} />
    </div>
  </div>
);

interface VolumeCardProps {
  /** The token of a share session; null on the person's own page. */
  visitor: VisitorToken;
  /** The path of the page Counterparties. */
  path: string;
}

/** The card of the volume with each service over twelve months, for the page Costs. */
export function VolumeCard({ visitor, path }: VolumeCardProps) {
  const { data, error, refetch } = useVolumes(FIRST_SPAN, [], visitor);
  const isEmpty = data?.counter_party_volume_traded.length === 0;
  return (
    <Card
      title={
        <>
          Counterparty Volume Over Time{" "}
          <small className={css.note}>Understand where you've exchanged the most value</small>
        </>
      }
      aside={
        <Link to={path} className={css.all}>
          Open
        </Link>
      }
    >
      {error && !data ? (
        <FailureNote title="Couldn't load your counterparties" failure={error} onRetry={() => void refetch()} />
      ) : null}
      {!data && !error ? <Loading /> : null}
      {isEmpty ? <p className={css.empty}>No trades with a known service yet.</p> : null}
      {data && !isEmpty ? <Figures volumes={data} /> : null}
    </Card>
  );
}
