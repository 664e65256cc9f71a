import { chooseCurrency } from "../../format/currency";

/** What belongs to the browser and not to the user; sessions have their own rules. */
const KEPT = /^spyhop\.(?:theme$|session\.)/;

function clear(storage: Storage): void {
  for (const name of Object.keys(storage)) if (name.startsWith("spyhop.") && !KEPT.test(name)) storage.removeItem(name);
}

/** Removes the settings and the answered prompts of the user from this browser. */
export function clearLocalState(): void {
  chooseCurrency(null);
  try {
    clear(localStorage);
    clear(sessionStorage);
  } catch {
    // Storage may be disabled; then there is nothing to remove.
  }
}
