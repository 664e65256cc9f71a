import { secretIn } from "../../format/secret";
import { count } from "../../format/text";

/** Rows that one paste makes at most: longer lists are for a file. */
const MOST = 100;
/** What the field takes. */
const LONGEST = 250;

/**
 * Nothing of a list is kept where any part of it is a secret, or where it does not fit: the part says so in its row, and
 * `much` says how much there is.
 */
export type Pasted =
  | { kind: "secret"; text: string }
  | { kind: "several"; texts: readonly string[] }
  | { kind: "tooMany"; much: string };

const parts = (text: string, by: RegExp): string[] =>
  text
    .split(by)
    .map((part) => part.trim())
    .filter(Boolean);

/** Names have a dot, and addresses are long: words of a sentence are neither. */
const seemsOne = (part: string): boolean => part.includes(".") || part.length >= 20;

function onOneLine(line: string): string[] {
  const found = parts(line, /[\s,;]+/);
  return found.length > 1 && found.every(seemsOne) ? found : [line];
}

/** Why a list is not taken, and what to do. */
export const tooManyWords = (much: string, canUpload: boolean): string =>
  `That list has ${much}, and ${MOST} can be pasted at once. Nothing was added. ${
    canUpload ? "Upload it as a text or CSV file." : "Paste it in parts, or add part of it and then upload a file."
  }`;

/** The addresses of a pasted list, one on each line or several on one; null where it is none. */
export function pastedList(text: string): Pasted | null {
  const lines = parts(text, /[\r\n]+/);
  const texts = lines.flatMap(onOneLine);
  const secret = [...texts, ...lines, text].find((part) => secretIn(part));
  if (secret !== undefined) return { kind: "secret", text: secret };
  if (texts.length > MOST)
    return { kind: "tooMany", much: `${count(texts.length)} ${texts.length === lines.length ? "lines" : "entries"}` };
  const isList = texts.length > 1 && texts.every((one) => one.length <= LONGEST);
  return isList ? { kind: "several", texts } : null;
}
