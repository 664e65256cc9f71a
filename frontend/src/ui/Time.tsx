import { ago, clockSeconds, moment, until } from "../format/time";
import { useNow } from "./useNow";

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

/** How long until. */
export function Until({ at, className }: TimeProps) {
  const now = useNow();
  return (
    <time dateTime={at} title={moment(at)} className={className}>
      {until(at, now)}
    </time>
  );
}

/** `14:01:55`. */
export const Clock = ({ at, className }: TimeProps) => (
  <time dateTime={at} title={moment(at)} className={className}>
    {clockSeconds(at)}
  </time>
);
