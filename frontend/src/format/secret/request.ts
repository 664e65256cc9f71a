import { type Secret, secretIn } from "./find";
import { haveWords, loadWords, needsWords } from "./phrase";

/** Parts of a phrase that was taken apart into a list are not longer. */
const LONGEST_PART = 200;

/** Every text of a value, names and lists of texts taken together included; ids of figures are random. */
function* textsOf(value: unknown, name = ""): Generator<string> {
  if (typeof value === "string") {
    if (name !== "figure") yield value;
  } else if (Array.isArray(value)) {
    for (const item of value) yield* textsOf(item);
    const parts = value.filter((item) => typeof item === "string" && item.length <= LONGEST_PART);
    if (parts.length > 1) yield parts.join("\n");
  } else if (value !== null && typeof value === "object") {
    for (const [key, inner] of Object.entries(value)) {
      yield key;
      yield* textsOf(inner, key);
    }
  }
}

/** The secret in any text of a request; word lists are loaded where a text has enough words. */
export async function secretInRequest(body: unknown): Promise<Secret | null> {
  const texts = [...textsOf(body)];
  if (!haveWords() && texts.some(needsWords)) await loadWords();
  for (const text of texts) {
    const secret = secretIn(text, "any");
    if (secret) return secret;
  }
  return null;
}
