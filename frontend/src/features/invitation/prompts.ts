/** A prompt that is shown once, or until it is answered. */
type Prompt = "invited" | "mobile-notice" | "discount";

const keyOf = (prompt: Prompt): string => `spyhop.${prompt}`;

/** Whether a dialog is open, over which no prompt opens. */
export const hasOpenDialog = (): boolean => document.querySelector("dialog[open]") !== null;

/** Whether a prompt was shown or answered in this browser. Where storage is disabled, it counts as answered. */
export function isAnswered(prompt: Prompt): boolean {
  try {
    return localStorage.getItem(keyOf(prompt)) !== null;
  } catch {
    return true;
  }
}

/** Remembers that a prompt was shown or answered. */
export function setAnswered(prompt: Prompt): void {
  try {
    localStorage.setItem(keyOf(prompt), "yes");
  } catch {
    // Storage may be disabled; then no prompt is shown at all.
  }
}
