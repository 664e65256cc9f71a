import { useState } from "react";
import { Link } from "react-router";
import { FIRST_SPAN, spanOf } from "../../format/spans";
import { count } from "../../format/text";
import { Avatar } from "../../ui/Avatar";
import { Card } from "../../ui/Card";
import { Icon } from "../../ui/Icon";
import { useMedia } from "../../ui/useMedia";
import { useVolumes } from "./queries";
import css from "./topCounterparties.module.css";
import type { VisitorToken, Volumes } from "./types";
import { VolumeAmount } from "./VolumeAmount";
import { figureOf } from "./volumes";

/** How many services the card has. */
const ROWS = 3;

function Rows({ volumes }: { volumes: Volumes }) {
  return (
    <ul className={css.rows}>
      {volumes.counter_party_volume_traded.slice(0, ROWS).map((service) => (
        <li key={service.name}>
          <Avatar name={service.name} colour="var(--c8)" isPlace />
          <bdi title={service.name}>{service.name}</bdi>
          <b>
            <VolumeAmount
              total={service.total_volume}
              currency={volumes.currency_code}
              figure={figureOf(volumes, service)}
              label={`Volume with ${service.name}`}
            />
          </b>
        </li>
      ))}
    </ul>
  );
}

interface TopCounterpartiesProps {
  /** The token of a share session; null on the person's own page. */
  visitor: VisitorToken;
  /** The path of the page Counterparties. */
  path: string;
}

/** The services with the largest volume on Home. It is left out when there are none. */
export function TopCounterparties({ visitor, path }: TopCounterpartiesProps) {
  const { data } = useVolumes(FIRST_SPAN, [], visitor);
  const isPhone = useMedia("(max-width: 640px)");
  const [isOpen, setOpen] = useState(false);
  const all = data?.counter_party_volume_traded.length ?? 0;
  if (!data || all === 0) return null;
  const link = (
    <Link to={path} className={css.all}>
      All {count(all)}
    </Link>
  );
  if (!isPhone)
    return (
      <Card
        title="Top counterparties"
        aside={
          <>
            {spanOf(FIRST_SPAN).words} {link}
          </>
        }
      >
        <Rows volumes={data} />
      </Card>
    );
  return (
    <Card
      title={
        <button type="button" className={css.fold} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Top counterparties
          <small>
            {Math.min(ROWS, all)} of {count(all)}
          </small>
          <Icon name={isOpen ? "up" : "down"} size={16} />
        </button>
      }
      className={css.folded}
    >
      {isOpen ? (
        <>
          <Rows volumes={data} />
          <p className={css.foot}>{link}</p>
        </>
      ) : null}
    </Card>
  );
}
