import { type Secret, secretIn } from "./find";
import { listed, loadWords, needsWords } from "./phrase";

/** The longest text that may be one part of a phrase that is split over a list. */
const LONGEST_PART = 200;

/** A signature has at least 65 bytes; a private key has at most 64. */
const SIGNATURE = /^0x[\da-f]{130,}$/i;

/** The id of a wallet. Two of them have as many digits as a private key. */
const WALLET_ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Whether a text is random and no secret: the id of a figure, or the signature of a wallet. */
const isRandom = (name: string, text: string): boolean =>
  name === "figure" || (name === "signature" && SIGNATURE.test(text));

/** Whether a text of a list may be part of a secret. */
const isPart = (text: unknown, field: string): text is string =>
  typeof text === "string" && text.length <= LONGEST_PART && !(field === "wallets" && WALLET_ID.test(text));

/** Every text in a value, including field names and joined lists of texts, with the field of the body that contains it. */
function* textsOf(value: unknown, name = "", field = ""): Generator<readonly [text: string, field?: string]> {
  if (typeof value === "string") {
    if (!isRandom(name, value)) yield [value, field];
  } else if (Array.isArray(value)) {
    for (const item of value) yield* textsOf(item, "", field);
    const parts = value.filter((item) => isPart(item, field));
    if (parts.length > 1) yield [parts.join("\n"), field];
  } else if (value !== null && typeof value === "object") {
    for (const [key, inner] of Object.entries(value)) {
      yield [key];
      yield* textsOf(inner, key, field || key);
    }
  }
}

/** The secret in any text of a request. Word lists are loaded if a text is long enough. */
export async function secretInRequest(body: unknown, path: string): Promise<Secret | null> {
  const texts = [...textsOf(body)];
  if (!listed && texts.some(([text]) => needsWords(text))) await loadWords();
  for (const [text, field] of texts) {
    const secret = secretIn(text, listed?.fieldKind(path, field) ?? "any");
    if (secret) return secret;
  }
  return null;
}
