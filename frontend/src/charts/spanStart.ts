/** How far back a span reaches; without a limit it has no start. */
export interface SpanLength {
  months: number;
  days: number;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * The start of a span that ends now, in milliseconds; null for a span without a limit. It is the start of an hour, so that it stays the
 * same while the page is open, and so does the key of its request.
 */
export function spanStart({ months, days }: SpanLength, now: number): number | null {
  if (months === Number.POSITIVE_INFINITY) return null;
  const at = new Date(Math.floor(now / HOUR_MS) * HOUR_MS);
  const day = at.getUTCDate();
  at.setUTCDate(1);
  at.setUTCMonth(at.getUTCMonth() - months);
  // A shorter month ends before that day.
  const length = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();
  at.setUTCDate(Math.min(day, length));
  return at.getTime() - days * DAY_MS;
}
