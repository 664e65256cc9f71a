import { secretIn } from "../../format/secret";

/** Rows that one paste makes at most: longer lists are for a file. */
const MOST = 100;
/** What the field takes. */
const LONGEST = 250;

/** Nothing of it is kept where any part of a list is a secret: the part says so in its row. */
export type Pasted = { kind: "secret"; text: string } | { kind: "several"; texts: readonly string[] };

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

/** The addresses of a pasted list, one on each line or several on one; null where it is none, or too long a one. */
export function pastedList(text: string): Pasted | null {
  const lines = parts(text, /[\r\n]+/);
  const texts = lines.flatMap(onOneLine);
  const secret = [text, ...lines, ...texts].find((part) => secretIn(part));
  if (secret !== undefined) return { kind: "secret", text: secret };
  const isList = texts.length > 1 && texts.length <= MOST && texts.every((one) => one.length <= LONGEST);
  return isList ? { kind: "several", texts } : null;
}
