import { type CSSProperties, type KeyboardEvent, memo, useState } from "react";
import { type PlacedEvent, placeEvents } from "./eventPlaces";
import css from "./events.module.css";
import type { PlotScale } from "./scale";
import type { ChartEvent } from "./series";

/** Leaves a marker, which hides its name. */
const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>) => {
  if (event.key !== "Escape") return;
  event.stopPropagation();
  event.currentTarget.blur();
};

/** The dashed lines below the markers. */
export const EventLines = memo(function EventLines({ events, scale }: EventMarkersProps) {
  return placeEvents(events, scale).map(({ id, x }) => (
    <line key={id} x1={x} x2={x} y2={scale.height} className={css.line} />
  ));
});

interface EventMarkersProps {
  events: readonly ChartEvent[];
  scale: PlotScale;
}

/** The numbered markers above the plot. The name and the date of one are shown while it is hovered or has the focus. */
export const EventMarkers = memo(function EventMarkers({ events, scale }: EventMarkersProps) {
  const [current, setCurrent] = useState<string | null>(null);
  const placed = placeEvents(events, scale);
  const shown = placed.find(({ id }) => id === current);
  const leave = () => setCurrent(null);
  return (
    <>
      {placed.map(({ id, number, title, date, at }) => (
        <button
          key={id}
          type="button"
          className={css.marker}
          style={{ left: at } as CSSProperties}
          aria-label={`Event ${number}: ${title}, ${date}`}
          onPointerEnter={() => setCurrent(id)}
          onPointerLeave={leave}
          onFocus={() => setCurrent(id)}
          onBlur={leave}
          onKeyDown={onKeyDown}
        >
          <span>{number}</span>
        </button>
      ))}
      {shown ? <EventName event={shown} width={scale.width} /> : null}
    </>
  );
});

/** The name of an event below its marker, kept within the plot. The label of the marker says the same. */
function EventName({ event: { title, date, at }, width }: { event: PlacedEvent; width: number }) {
  const side = at > width / 2 ? { right: Math.max(0, width - at - 12) } : { left: Math.max(0, at - 12) };
  return (
    <p className={css.name} style={side} aria-hidden="true">
      <b>{title}</b>
      {date}
    </p>
  );
}
