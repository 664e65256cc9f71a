import { secretIn } from "../../format/secret";
import { count } from "../../format/text";

/** The maximum number of rows from one paste; longer lists need a file. */
const MOST = 100;
/** The maximum length of the field. */
const LONGEST = 250;

/**
 * The result of a paste. If any part is a secret, or if the list is too long, nothing of it is kept: the secret is shown as
 * the warning of its row, or `size` is the length of the list in words.
 */
export type Pasted =
  | { kind: "secret"; text: string }
  | { kind: "several"; texts: readonly string[] }
  | { kind: "tooMany"; size: string };

const parts = (text: string, by: RegExp): string[] =>
  text
    .split(by)
    .map((part) => part.trim())
    .filter(Boolean);

/** Whether a part looks like a name (it has a dot) or an address (it is long), unlike words of a sentence. */
const seemsOne = (part: string): boolean => part.includes(".") || part.length >= 20;

function onOneLine(line: string): string[] {
  const found = parts(line, /[\s,;]+/);
  return found.length > 1 && found.every(seemsOne) ? found : [line];
}

/** Why a list is not accepted, and what to do. */
export const tooManyWords = (size: string, canUpload: boolean): string =>
  `That list has ${size}, and ${MOST} can be pasted at once. Nothing was added. ${
    canUpload ? "Upload it as a text or CSV file." : "Paste it in parts, or add part of it and then upload a file."
  }`;

/** The addresses of a pasted list, one or several per line; null if it is not a list. */
export function pastedList(text: string): Pasted | null {
  const lines = parts(text, /[\r\n]+/);
  const texts = lines.flatMap(onOneLine);
  const secret = [...texts, ...lines, text].find((part) => secretIn(part));
  if (secret !== undefined) return { kind: "secret", text: secret };
  if (texts.length > MOST)
    return { kind: "tooMany", size: `${count(texts.length)} ${texts.length === lines.length ? "lines" : "entries"}` };
  const isList = texts.length > 1 && texts.every((one) => one.length <= LONGEST);
  return isList ? { kind: "several", texts } : null;
}
