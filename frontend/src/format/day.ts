const SLASHED = new Intl.DateTimeFormat("en-US", { month: "2-digit", day: "2-digit", year: "2-digit" });
const WEEKDAY = new Intl.DateTimeFormat("en-US", { weekday: "long" });
const DAY_MS = 86_400_000;

/** `11/20/26`, in the visitor's zone. */
export const slashedDate = (at: string): string => SLASHED.format(new Date(at));

/** The number of midnights between a moment and now, in the visitor's zone. */
function daysAgo(at: string, now: number): number {
  const midnight = (time: Date) => Date.UTC(time.getFullYear(), time.getMonth(), time.getDate());
  return (midnight(new Date(now)) - midnight(new Date(at))) / DAY_MS;
}

/** The heading of a day: `Today, 11/20/26`, `Yesterday, 11/19/26`, then the weekday. */
export function dayHeading(at: string, now: number): string {
  const words = { 0: "Today", 1: "Yesterday" }[daysAgo(at, now)];
  return `${words ?? WEEKDAY.format(new Date(at))}, ${slashedDate(at)}`;
}
