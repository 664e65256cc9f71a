import type { ReactNode } from "react";
import { percentOf } from "../../format/quantity";
import { count, plural } from "../../format/text";
import { useShowMore } from "../../ui/useShowMore";
import css from "./counterpartyPanel.module.css";
import type { VolumeTotals } from "./types";
import { VolumeAmount } from "./VolumeAmount";
import { beyond, summed } from "./volumes";

/** A part of the volume of a service. */
interface VolumePart {
  id: string;
  name: ReactNode;
  /** Where it is. */
  detail?: string;
  totals: VolumeTotals;
}

interface VolumePartsProps {
  title: string;
  /** Rendered at the right of the title; the number of parts by default. */
  side?: string;
  parts: readonly VolumePart[];
  /** How many are shown before the button that shows the others. */
  first: number;
  /** The name of what the server lists no more. */
  rest: string;
  /** The volume of the service. */
  all: VolumeTotals;
  currency: string;
}

/** The parts of the volume of a service, the largest first. */
export function VolumeParts({ title, side, parts, first, rest: restName, all, currency }: VolumePartsProps) {
  const listed = parts.map(({ totals }) => totals);
  const rest = beyond(all, listed);
  const rows = rest ? [...parts, { id: restName, name: restName, totals: rest }] : parts;
  const [shown, more] = useShowMore(rows, first);
  const hidden = rows.slice(shown.length);
  return (
    <section className={css.parts}>
      <div className={css.head}>
        <h3>{title}</h3>
        <span>{side ?? `${count(parts.length)}${rest ? "+" : ""}`}</span>
      </div>
      <ul>
        {shown.map(({ id, name, detail, totals }) => (
          <li key={id}>
            <span>
              <bdi>{name}</bdi>
              <small>
                {detail ? `${detail} · ` : ""}
                {plural(totals.total_count, "entry", "entries")}
              </small>
            </span>
            <span>
              <b>
                <VolumeAmount total={totals.total_volume} currency={currency} label={title} />
              </b>
              <Share part={totals} all={all} />
            </span>
          </li>
        ))}
      </ul>
      {more ? (
        <p className={css.more}>
          {more}
          {hidden.length > 0 ? (
            <VolumeAmount
              total={summed(hidden.map(({ totals }) => totals)).total_volume}
              currency={currency}
              label={title}
            />
          ) : null}
        </p>
      ) : null}
    </section>
  );
}

/** The share of the volume; nothing if it is not known. */
function Share({ part, all }: { part: VolumeTotals; all: VolumeTotals }) {
  const share = percentOf(part.total_volume.value, all.total_volume.value, 1);
  return share === "?" ? null : <small>{share}</small>;
}
