import type { Place } from "./find";
import { fold, forWords } from "./text";

/** Words of any language that are a phrase where they are the whole text: an address, or any text. */
const IN_ADDRESS = 6;
const IN_TEXT = 12;

/** What knows the word lists; too large for the first page. */
let listed: ((text: string, place: Place) => boolean) | undefined;
let loading: Promise<void> | undefined;

export const haveWords = (): boolean => listed !== undefined;

/** Loads the word lists. What fails is loaded again when it is needed. */
export function loadWords(): Promise<void> {
  loading ??= import("./listed")
    .then(async (module) => {
      await module.loadWords();
      listed = module.isListed;
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

/** Whether a text consists of words with spaces between them, in any language. No address and no name does. */
function isPlainWords(text: string, place: Place): boolean {
  const body = text.slice(Math.max(text.lastIndexOf(":"), text.lastIndexOf("=")) + 1);
  const pieces = (body.trim() === "" ? text : body).split(/[\s,;|/•·*–—]+/).map((word) => word.replace(AROUND, ""));
  const found = pieces.filter(Boolean);
  return found.length >= (place === "address" ? IN_ADDRESS : IN_TEXT) && found.every(isPlainWord);
}

/** Whether a text has enough words or letters to look it up in the lists. */
export const needsWords = (text: string): boolean =>
  forWords(text).some((one) => {
    const tokens = one.match(/\p{Alphabetic}+/gu) ?? [];
    return tokens.length >= IN_ADDRESS || tokens.join("").length >= IN_TEXT;
  });

/** Whether a text is a recovery phrase, or contains one. */
export const isPhrase = (text: string, place: Place): boolean =>
  isPlainWords(text, place) || (needsWords(text) && (listed?.(text, place) ?? false));
