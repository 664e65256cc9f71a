import { ago, clockWithin, isWithinDay, moment, until } from "../format/time";
import { useNow, useSlowNow } from "./useNow";

interface TimeProps {
  at: string;
  className?: string | undefined;
}

/** The age of a moment, with date, time and zone as title. */
export function Ago({ at, className }: TimeProps) {
  const now = useNow();
  return (
    <time dateTime={at} title={moment(at)} className={className}>
      {ago(at, now)}
    </time>
  );
}

/** The age of a reading, updated every five minutes and whenever the reading changes. */
export function Freshness({ at, className }: TimeProps) {
  const now = useSlowNow();
  return (
    <time dateTime={at} title={moment(at)} className={className}>
      {ago(at, now)}
    </time>
  );
}

/** The time until a moment. */
export function Until({ at, className }: TimeProps) {
  const now = useNow();
  return (
    <time dateTime={at} title={moment(at)} className={className}>
      {until(at, now)}
    </time>
  );
}

/** `14:01:55, 3 min ago`; after a day only the time with the date. */
export function ClockAndAge({ at }: Omit<TimeProps, "className">) {
  const now = useNow();
  const words = isWithinDay(at, now) ? `${clockWithin(at, now)}, ${ago(at, now)}` : clockWithin(at, now);
  return (
    <time dateTime={at} title={moment(at)}>
      {words}
    </time>
  );
}

/** `14:01:55`; after a day with the date. */
export function Clock({ at, className }: TimeProps) {
  const now = useNow();
  return (
    <time dateTime={at} title={moment(at)} className={className}>
      {clockWithin(at, now)}
    </time>
  );
}
