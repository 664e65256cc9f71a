import type { FieldKind } from "./find";
import { sha256 } from "./sha256";
import { wordReadings } from "./text";
import { loadWords, words } from "./words";

/** This many consecutive words of one list are a phrase or a part of one, anywhere in a text; also for common words. */
const IN_A_ROW = 8;
const IN_A_ROW_COMMON = 12;
/** This many words are a phrase or a part of one if they are the whole text, in an address field or elsewhere. */
const WHOLE = 6;
const WHOLE_ANY = 7;
/** This many words without separators, or Chinese characters, are a phrase. */
const UNKNOWN = 12;
/** The length of the longest word in decomposed form. */
const LONGEST = 12;
/** The length of the longest phrase without spaces. */
const LONGEST_JOINED = 1365;
const LENGTHS = [12, 15, 18, 21, 24];
/** Characters whose mean rank in the Chinese lists is above this are considered random; common ones come first. */
const RANDOM = 600;

const lettersOf = (text: string): string[] => text.match(/\p{Alphabetic}+/gu) ?? [];
/** Single Latin letters are not words: they number the lines of lists. */
const isWordLike = (token: string): boolean => !/^[a-z]$/.test(token);

/** The text after a label such as `seed:` or `MNEMONIC=`. */
function withoutLabel(text: string): string {
  const body = text.slice(Math.max(text.lastIndexOf(":"), text.lastIndexOf("=")) + 1);
  return /\p{Alphabetic}/u.test(body) ? body : text;
}

const listsOf = (word: string): number => words().masks.get(word) ?? 0;

/** Whether enough consecutive words are of one list. */
function hasRun(tokens: readonly string[]): boolean {
  const { lists, common } = words();
  const runs = new Array<number>(lists).fill(0);
  return tokens.filter(isWordLike).some((token) => {
    const mask = listsOf(token);
    for (let bit = 0; bit < lists; bit++) runs[bit] = mask & (1 << bit) ? (runs[bit] ?? 0) + 1 : 0;
    return runs.some((run, bit) => run >= (common === 1 << bit ? IN_A_ROW_COMMON : IN_A_ROW));
  });
}

/** Whether the text consists of words of one list, of which the last may be cut off. */
function isWhole(text: string, place: FieldKind): boolean {
  const known = lettersOf(withoutLabel(text)).filter(isWordLike).map(listsOf);
  const start = place === "any" ? ~words().common : ~0;
  const fewest = place === "any" ? WHOLE_ANY : WHOLE;
  const share = (some: readonly number[]): boolean =>
    some.length >= fewest && some.reduce((all, one) => all & one, start) !== 0;
  return share(known) || share(known.slice(0, -1));
}

/** The number of words that end at a character: in any run of words, and in one from the start of the text (-1 for none). */
interface Ends {
  any: number[];
  whole: number[];
}

/** Extends the runs that end at `from` by a word of the lists in `mask`. */
function extend(row: Ends, from: Ends | undefined, mask: number, lists: number): void {
  for (let bit = 0; bit < lists; bit++) {
    if (!(mask & (1 << bit))) continue;
    row.any[bit] = Math.max(row.any[bit] ?? 0, (from?.any[bit] ?? 0) + 1);
    const whole = from?.whole[bit] ?? -1;
    if (whole >= 0) row.whole[bit] = Math.max(row.whole[bit] ?? -1, whole + 1);
  }
}

/** Whether letters without separators are words of one list: the whole text, or twelve words in a row. */
function isJoined(token: string, place: FieldKind): boolean {
  if (token.length < 12 || token.length > LONGEST_JOINED) return false;
  const { lists, chinese } = words();
  const rows: Ends[] = [{ any: new Array(lists).fill(0), whole: new Array(lists).fill(0) }];
  for (let end = 1; end <= token.length; end++) {
    const row: Ends = { any: new Array(lists).fill(0), whole: new Array(lists).fill(-1) };
    for (let begin = Math.max(0, end - LONGEST); begin < end; begin++)
      extend(row, rows[begin], listsOf(token.slice(begin, end)) & ~chinese, lists);
    if (row.any.some((count) => count >= UNKNOWN)) return true;
    rows.push(row);
  }
  return rows.at(-1)?.whole.some((count) => count >= (place === "address" ? WHOLE : IN_A_ROW)) ?? false;
}

/** Whether the checksum bits of a phrase are valid (BIP 39). */
function hasChecksum(places: readonly number[]): boolean {
  if (!LENGTHS.includes(places.length)) return false;
  const bits = places.map((place) => place.toString(2).padStart(11, "0")).join("");
  const length = (places.length * 32) / 3;
  const bytes = bits.slice(0, length).match(/.{8}/g) ?? [];
  const [first = 0] = sha256(Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 2)));
  return first.toString(2).padStart(8, "0").startsWith(bits.slice(length));
}

/** Whether characters look random. Ordinary texts use common characters; a published test phrase repeats one. */
function isRandom(places: readonly number[]): boolean {
  const sum = places.reduce((all, one) => all + one, 0);
  return (
    sum > RANDOM * places.length || places.some((_, at) => at > 2 && new Set(places.slice(at - 3, at + 1)).size === 1)
  );
}

/**
 * Whether a Chinese text is a phrase. Nearly every character of ordinary texts is in the lists, so outside of
 * address fields the checksum must be valid and the characters must look random.
 */
function isChinese(text: string, place: FieldKind): boolean {
  const characters = [...lettersOf(withoutLabel(text)).join("")];
  if (characters.length < UNKNOWN || (characters.length > 2 * UNKNOWN && place === "any")) return false;
  return words().orders.some((order) => {
    const places = characters.map((character) => order.get(character) ?? -1);
    if (places.includes(-1)) return false;
    return (place === "address" && !text.includes(".")) || (hasChecksum(places) && isRandom(places));
  });
}

function isInWords(text: string, place: FieldKind): boolean {
  const tokens = lettersOf(text);
  return (
    hasRun(tokens) || isWhole(text, place) || tokens.some((token) => isJoined(token, place)) || isChinese(text, place)
  );
}

/** Whether a text contains a recovery phrase of a known word list. */
export const isListed = (text: string, place: FieldKind): boolean =>
  wordReadings(text).some((one) => isInWords(one, place));

export { loadWords };
