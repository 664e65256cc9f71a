import { loadEndings } from "./secret/endings";
import { loadWords } from "./secret/phrase";

export { enter, type GuardedText, guarded, maySend } from "./secret/field";
export { type FieldKind, type Secret, secretIn } from "./secret/find";
export { loadWords } from "./secret/phrase";
export { secretInRequest } from "./secret/request";
export { secretWarning } from "./secret/warning";

/** Starts loading the word lists and name endings. If that fails, they are loaded when needed. */
export function prepareSecrets(): void {
  for (const load of [loadWords, loadEndings]) load().catch(() => undefined);
}
