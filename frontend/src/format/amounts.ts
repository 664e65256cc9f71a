import { useSyncExternalStore } from "react";

const KEY = "spyhop:amounts";
const HIDDEN = "hidden";
const listeners = new Set<() => void>();

/** What is shown in place of an amount. */
export const MASK = "••••";

function read(): boolean {
  try {
    return localStorage.getItem(KEY) === HIDDEN;
  } catch {
    return false;
  }
}

let hidden = read();

/** Whether the person hides what they own on this browser; prices and percentages stay. */
export const useAmountsHidden = (): boolean => useSyncExternalStore(subscribe, () => hidden);

/** Hides amounts on every page of this browser, or shows them again. */
export function hideAmounts(isHidden: boolean): void {
  hidden = isHidden;
  try {
    if (isHidden) localStorage.setItem(KEY, HIDDEN);
    else localStorage.removeItem(KEY);
  } catch {
    // Without storage the choice lasts as long as the page is open.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
