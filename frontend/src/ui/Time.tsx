import { ago, clockWithin, freshness, isWithinDay, moment, until } from "../format/time";
import { useNow, useSlowNow } from "./useNow";

interface TimeProps {
  at: string;
  className?: string | undefined;
}

/** How long ago, with the moment and its zone in the title. */
export function Ago({ at, className }: TimeProps) {
  const now = useNow();
  return (
    <time dateTime={at} title={moment(at)} className={className}>
      {ago(at, now)}
    </time>
  );
}

/** How fresh a reading is, looked at again every five minutes and whenever it was read again. */
export function Freshness({ at, className }: TimeProps) {
  const now = useSlowNow();
  return (
    <time dateTime={at} title={moment(at)} className={className}>
      {freshness(at, now)}
    </time>
  );
}

/** How long until. */
export function Until({ at, className }: TimeProps) {
  const now = useNow();
  return (
    <time dateTime={at} title={moment(at)} className={className}>
      {until(at, now)}
    </time>
  );
}

/** `14:01:55, 3 min ago`; once it is older than a day, the time with the date alone. */
export function ClockAndAge({ at }: Omit<TimeProps, "className">) {
  const now = useNow();
  const words = isWithinDay(at, now) ? `${clockWithin(at, now)}, ${ago(at, now)}` : clockWithin(at, now);
  return (
    <time dateTime={at} title={moment(at)}>
      {words}
    </time>
  );
}

/** `14:01:55`, with the date once it is older than a day. */
export function Clock({ at, className }: TimeProps) {
  const now = useNow();
  return (
    <time dateTime={at} title={moment(at)} className={className}>
      {clockWithin(at, now)}
    </time>
  );
}
