import { isEncoded } from "./encoded";
import { hexKeyIn } from "./hex";
import { isExtended, isPrivate } from "./keys";
import { isPhrase } from "./phrase";
import { forKeys } from "./text";

/** The kind of a secret. */
export type Secret = "recovery phrase" | "private key" | "extended private key" | "hex key";

/**
 * The kind of field that a text was entered in. In an address field, words with spaces and damaged keys are secrets too:
 * no address has these forms. A "text" may contain hashes of transactions, which have the form of private keys, and a "note"
 * may be one. A "key" of an exchange has the form of a private key.
 */
export type FieldKind = "address" | "any" | "text" | "note" | "key";

/** The secret that a text contains. The server has the same rules, in `ports/src/pasted_secret.rs`. */
export function secretIn(text: string, place: FieldKind = "address"): Secret | null {
  const keys = forKeys(text);
  if (isExtended(keys)) return "extended private key";
  const isOther = place !== "key";
  if (isOther && (isPrivate(keys, place) || isEncoded(keys, place))) return "private key";
  return (isOther ? hexKeyIn(keys, place) : null) ?? (isPhrase(text, place) ? "recovery phrase" : null);
}
