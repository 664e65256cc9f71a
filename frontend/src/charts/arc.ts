/** A part of a circle, by its angles: clockwise from the top. */
export interface Span {
  from: number;
  to: number;
}

const FULL = 2 * Math.PI;

/** Nothing is drawn finer than a hundredth. */
const round = (n: number): number => Math.round(n * 100) / 100;
const at = (angle: number, radius: number): string =>
  `${round(radius * Math.sin(angle))} ${round(-radius * Math.cos(angle))}`;

/** A circle, as two halves: one arc cannot end where it begins. */
const circle = (radius: number, sweep: 0 | 1): string =>
  `M${at(0, radius)}${[Math.PI, 0].map((angle) => `A${radius} ${radius} 0 1 ${sweep} ${at(angle, radius)}`).join("")}Z`;

/** The ends of an arc that leaves half of the gap at either side; of a part that is smaller than the gap its middle. */
function within({ from, to }: Span, radius: number, gap: number): Span {
  const inset = Math.min(gap / 2 / radius, (to - from) / 2);
  return { from: from + inset, to: to - inset };
}

/** The outline of one part of a ring; the gap to the next part is equally wide inside and outside. */
export function outline(span: Span, inner: number, outer: number, gap: number): string {
  if (span.to - span.from > FULL - 1e-6) return circle(outer, 1) + circle(inner, 0);
  const far = within(span, outer, gap);
  const near = within(span, inner, gap);
  const large = (arc: Span) => Number(arc.to - arc.from > Math.PI);
  const there = `M${at(far.from, outer)}A${outer} ${outer} 0 ${large(far)} 1 ${at(far.to, outer)}`;
  const back = `L${at(near.to, inner)}A${inner} ${inner} 0 ${large(near)} 0 ${at(near.from, inner)}Z`;
  return there + back;
}
