import type { Place } from "./find";
import { sha256 } from "./sha256";
import { forWords } from "./text";
import { loadWords, words } from "./words";

/** Words of one list in a row that are a phrase, or part of one, wherever they stand; and words of a common list. */
const IN_A_ROW = 8;
const IN_A_ROW_COMMON = 12;
/** Words that are a phrase, or part of one, where they are the whole text: an address, or any text. */
const WHOLE = 6;
const WHOLE_ANY = 7;
/** Words without separators, or Chinese characters, that are a phrase. */
const UNKNOWN = 12;
/** No word has more characters in its decomposed form. */
const LONGEST = 12;
/** No phrase without spaces has more characters. */
const LONGEST_JOINED = 1365;
const LENGTHS = [12, 15, 18, 21, 24];
/** The mean place in the Chinese lists above which characters are taken for random: common ones stand first. */
const RANDOM = 600;

const lettersOf = (text: string): string[] => text.match(/\p{Alphabetic}+/gu) ?? [];
/** Single Latin letters number the lines of lists. */
const isWordLike = (token: string): boolean => !/^[a-z]$/.test(token);

/** What follows a label such as `seed:` or `MNEMONIC=`. */
function withoutLabel(text: string): string {
  const body = text.slice(Math.max(text.lastIndexOf(":"), text.lastIndexOf("=")) + 1);
  return /\p{Alphabetic}/u.test(body) ? body : text;
}

const listsOf = (word: string): number => words().masks.get(word) ?? 0;

/** Whether enough words of one list follow each other. */
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
function isWhole(text: string, place: Place): boolean {
  const known = lettersOf(withoutLabel(text)).filter(isWordLike).map(listsOf);
  const start = place === "any" ? ~words().common : ~0;
  const fewest = place === "any" ? WHOLE_ANY : WHOLE;
  const share = (some: readonly number[]): boolean =>
    some.length >= fewest && some.reduce((all, one) => all & one, start) !== 0;
  return share(known) || share(known.slice(0, -1));
}

/** How many words end at a character: of any row of words, and of one that begins with the text (-1: of none). */
interface Ends {
  any: number[];
  whole: number[];
}

/** Adds the words of `mask` that begin at `from` to those that end here. */
function extend(row: Ends, from: Ends | undefined, mask: number, lists: number): void {
  for (let bit = 0; bit < lists; bit++) {
    if (!(mask & (1 << bit))) continue;
    row.any[bit] = Math.max(row.any[bit] ?? 0, (from?.any[bit] ?? 0) + 1);
    const whole = from?.whole[bit] ?? -1;
    if (whole >= 0) row.whole[bit] = Math.max(row.whole[bit] ?? -1, whole + 1);
  }
}

/** Whether letters without separators consist of words of one list: all of them, or twelve of them in a row. */
function isJoined(token: string, place: Place): boolean {
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

/** Whether the last bits of a phrase are those of the hash of the others (BIP 39). */
function hasChecksum(places: readonly number[]): boolean {
  if (!LENGTHS.includes(places.length)) return false;
  const bits = places.map((place) => place.toString(2).padStart(11, "0")).join("");
  const length = (places.length * 32) / 3;
  const bytes = bits.slice(0, length).match(/.{8}/g) ?? [];
  const [first = 0] = sha256(Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 2)));
  return first.toString(2).padStart(8, "0").startsWith(bits.slice(length));
}

/** Ordinary texts consist of common characters; a published test phrase repeats one. */
function isRandom(places: readonly number[]): boolean {
  const sum = places.reduce((all, one) => all + one, 0);
  return (
    sum > RANDOM * places.length || places.some((_, at) => at > 2 && new Set(places.slice(at - 3, at + 1)).size === 1)
  );
}

/**
 * Whether a Chinese text is a phrase. Nearly every character of ordinary texts is in the lists, so that outside of
 * addresses the checksum has to fit, and the characters must not be those of ordinary texts.
 */
function isChinese(text: string, place: Place): boolean {
  const characters = [...lettersOf(withoutLabel(text)).join("")];
  if (characters.length < UNKNOWN || (characters.length > 2 * UNKNOWN && place === "any")) return false;
  return words().orders.some((order) => {
    const places = characters.map((character) => order.get(character) ?? -1);
    if (places.includes(-1)) return false;
    return (place === "address" && !text.includes(".")) || (hasChecksum(places) && isRandom(places));
  });
}

function isInWords(text: string, place: Place): boolean {
  const tokens = lettersOf(text);
  return (
    hasRun(tokens) || isWhole(text, place) || tokens.some((token) => isJoined(token, place)) || isChinese(text, place)
  );
}

/** Whether a text is a recovery phrase of a known list, or contains one. */
export const isListed = (text: string, place: Place): boolean => forWords(text).some((one) => isInWords(one, place));

export { loadWords };
