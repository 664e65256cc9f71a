import type { PlotScale } from "./scale";
import type { ChartEvent } from "./series";

/** The size of a marker, which is the least distance of two. */
export const MARKER = 24;

export interface PlacedEvent extends ChartEvent {
  /** The number on the marker. */
  number: number;
  /** The place of the event. */
  x: number;
  /** The center of its marker, which may be beside it so that no two overlap. */
  at: number;
}

/** The events of the span from left to right, as many as have room. Markers that would overlap are moved apart. */
export function placeEvents(events: readonly ChartEvent[], scale: PlotScale): PlacedEvent[] {
  const { range, width, x } = scale;
  const [from, to] = range;
  const found = events.filter(({ period }) => period >= from && period <= to).sort((a, b) => a.period - b.period);
  const room = Math.max(0, Math.floor(width / MARKER));
  const shown = found.slice(-room || found.length);
  const places = shown.map(({ period }) => x(period));
  for (let i = 0; i < places.length; i += 1)
    places[i] = Math.max(places[i] ?? 0, (places[i - 1] ?? Number.NEGATIVE_INFINITY) + MARKER);
  for (let i = places.length - 1; i >= 0; i -= 1)
    places[i] = Math.min(places[i] ?? 0, (places[i + 1] ?? width + MARKER) - MARKER);
  return shown.map((event, i) => ({ ...event, number: i + 1, x: x(event.period), at: places[i] ?? 0 }));
}
