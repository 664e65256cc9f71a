import { type Secret, secretIn } from "./find";
import { haveWords, loadWords, needsWords } from "./phrase";

/** The longest text that may be one part of a phrase that is split over a list. */
const LONGEST_PART = 200;

/** A signature has at least 65 bytes; a private key has at most 64. */
const SIGNATURE = /^0x[\da-f]{130,}$/i;

/** Whether a text is random and no secret: the id of a figure, or the signature of a wallet. */
const isRandom = (name: string, text: string): boolean =>
  name === "figure" || (name === "signature" && SIGNATURE.test(text));

/** Every text in a value, including field names and joined lists of texts. */
function* textsOf(value: unknown, name = ""): Generator<string> {
  if (typeof value === "string") {
    if (!isRandom(name, value)) yield value;
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

/** The secret in any text of a request. Word lists are loaded if a text is long enough. */
export async function secretInRequest(body: unknown): Promise<Secret | null> {
  const texts = [...textsOf(body)];
  if (!haveWords() && texts.some(needsWords)) await loadWords();
  for (const text of texts) {
    const secret = secretIn(text, "any");
    if (secret) return secret;
  }
  return null;
}
