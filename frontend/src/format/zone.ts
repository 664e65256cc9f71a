import { useSyncExternalStore } from "react";

/** The zone in which days are shown: that of the person, and UTC for visitors, as on the server. */
let zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const listeners = new Set<() => void>();

/** The zone of this browser. */
export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Shows all days and times in another zone. One that this browser does not know changes nothing. */
export function setZone(next: string): void {
  if (next === zone) return;
  try {
    new Intl.DateTimeFormat("en-GB", { timeZone: next });
  } catch {
    return;
  }
  zone = next;
  for (const listener of listeners) listener();
}

/** The zone in which days are shown. */
export const useZone = (): string =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => zone,
  );

/** Formats moments in the zone. The formatter is made again after the zone has changed. */
export function zoned(locale: string, options: Intl.DateTimeFormatOptions): (at: Date) => string {
  let made: { zone: string; format: Intl.DateTimeFormat } | undefined;
  return (at) => {
    if (made?.zone !== zone) made = { zone, format: new Intl.DateTimeFormat(locale, { ...options, timeZone: zone }) };
    return made.format.format(at);
  };
}
