import { useEffect, useState, useSyncExternalStore } from "react";

const STEP_MS = 15_000;
const watchers = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  now = Date.now();
  for (const watcher of watchers) watcher();
}

function subscribe(watcher: () => void): () => void {
  watchers.add(watcher);
  if (timer === undefined) {
    now = Date.now();
    timer = setInterval(tick, STEP_MS);
  }
  return () => {
    watchers.delete(watcher);
    if (watchers.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The time, renewed every quarter of a minute by one clock for the whole page. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now);

const SLOW_MS = 300_000;

/** The time as it is at every drawing, renewed every five minutes. */
export function useSlowNow(): number {
  const [, redraw] = useState(0);
  useEffect(() => {
    const slow = setInterval(() => redraw((n) => n + 1), SLOW_MS);
    return () => clearInterval(slow);
  }, []);
  return Date.now();
}
