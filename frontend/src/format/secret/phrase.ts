import type { FieldKind } from "./find";
import { fold, wordReadings } from "./text";

/** This many words of any language are a phrase if they are the whole text of an address field. */
const WORDS = 6;
/** A text with fewer letters is no phrase without spaces. */
const LETTERS = 12;

/**
 * The checks that need the word lists, which are too large for the first page, and those for hashes of transactions. Until they
 * are loaded, no word is of a list and nothing is a hash.
 */
export let listed: typeof import("./listed").checks | undefined;
let loading: Promise<void> | undefined;

/** Loads the word lists. If that fails, they are loaded again when needed. */
export function loadWords(): Promise<void> {
  loading ??= import("./listed")
    .then(async (module) => {
      await module.loadWords();
      listed = module.checks;
    })
    .catch((problem: unknown) => {
      loading = undefined;
      throw problem;
    });
  return loading;
}

const AROUND = /^[\d"'`.:;()[\]{}#<>“”‘’-]+|[\d"'`.:;()[\]{}#<>“”‘’-]+$/g;

function isPlainWord(word: string): boolean {
  const folded = [...fold(word)];
  const fewest = /^[\0-\x7f]*$/.test(word) ? 2 : 1;
  const length = Math.min([...word].length, folded.length);
  return length >= fewest && length <= 12 && folded.length <= 36 && /^\p{Alphabetic}+$/u.test(folded.join(""));
}

/** Whether a text consists of words separated by spaces, in any language. No address or name does. */
function isPlainWords(text: string): boolean {
  const body = text.slice(Math.max(text.lastIndexOf(":"), text.lastIndexOf("=")) + 1);
  const pieces = (body.trim() === "" ? text : body).split(/[\s,;|/•·*–—]+/).map((word) => word.replace(AROUND, ""));
  const found = pieces.filter(Boolean);
  return found.length >= WORDS && found.every(isPlainWord);
}

/** Whether a text is long enough to be checked against the word lists. */
export const needsWords = (text: string): boolean =>
  wordReadings(text).some((one) => {
    const tokens = one.match(/\p{Alphabetic}+/gu) ?? [];
    return tokens.length >= WORDS || tokens.join("").length >= LETTERS;
  });

/** Whether a text contains a recovery phrase. */
export const isPhrase = (text: string, place: FieldKind): boolean =>
  (place === "address" && isPlainWords(text)) || (needsWords(text) && (listed?.isListed(text, place) ?? false));
