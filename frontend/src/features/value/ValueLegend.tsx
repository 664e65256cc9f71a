import { Dot } from "../../ui/Avatar";
import css from "./assetValue.module.css";
import type { ValueBand } from "./chartData";

interface ValueLegendProps {
  bands: readonly ValueBand[];
  hasCost: boolean;
  /** How many events are marked. */
  events: number;
}

/** The colors of the chart. */
export const ValueLegend = ({ bands, hasCost, events }: ValueLegendProps) => (
  <div className={css.legend}>
    <ul aria-label="Colors">
      {bands.map(({ id, label, name, colour }) => (
        <li key={id} title={name}>
          <Dot colour={colour} />
          <bdi>{label}</bdi>
        </li>
      ))}
      {hasCost ? (
        <li>
          <i className={css.dash} aria-hidden="true" />
          Cost basis
        </li>
      ) : null}
    </ul>
    {events > 0 ? (
      <p className={css.events}>
        <b>{events}</b> {events === 1 ? "Event" : "Events"}
      </p>
    ) : null}
  </div>
);
