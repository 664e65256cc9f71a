import { useSyncExternalStore } from "react";

const KEY = "spyhop:amounts";
const HIDDEN = "hidden";
const listeners = new Set<() => void>();

/** The text shown in place of a hidden amount. */
export const MASK = "••••";

function read(): boolean {
  try {
    return localStorage.getItem(KEY) === HIDDEN;
  } catch {
    return false;
  }
}

let hidden = read();

/** Whether amounts are hidden in this browser; prices and percentages stay visible. */
export const useAmountsHidden = (): boolean => useSyncExternalStore(subscribe, () => hidden);

/** Hides or shows amounts on every page of this browser. */
export function hideAmounts(isHidden: boolean): void {
  hidden = isHidden;
  try {
    if (isHidden) localStorage.setItem(KEY, HIDDEN);
    else localStorage.removeItem(KEY);
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
