import type { FieldKind } from "./find";
import { fieldKind, isHash } from "./hashes";
import { sha256 } from "./sha256";
import { wordReadings } from "./text";
import { isFrequent, loadWords, words } from "./words";

/** This many consecutive words of one list are a phrase or a part of one, anywhere in a text; also for common words. */
const IN_A_ROW = 8;
const IN_A_ROW_COMMON = 12;
/** This many words are a phrase or a part of one if they are the whole text, in an address field or elsewhere. */
const WHOLE = 6;
const WHOLE_ANY = 7;
/** The number of words of the shortest whole phrase. */
const SHORTEST = 12;
/** Of this many words of a phrase in a text, one may repeat another by chance. */
const REPEATED_ONE_IN = 12;
/**
 * Of this many words of a phrase in a text, one may be frequent by chance; also of the list of common words. With more of them,
 * words of a list are an ordinary sentence.
 */
const FREQUENT_ONE_IN = 8;
const FREQUENT_ONE_IN_COMMON = 4;
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

/** Whether any sequence of this many items meets a condition. */
const someWindow = <T>(items: readonly T[], length: number, is: (some: readonly T[]) => boolean): boolean =>
  items.some((_, at) => at + length <= items.length && is(items.slice(at, at + length)));

/** Whether words look as if they were picked at random: few repeat, and few are frequent in ordinary sentences. */
const isRandom = (some: readonly string[], oneIn = FREQUENT_ONE_IN): boolean =>
  some.length - new Set(some).size <= Math.floor(some.length / REPEATED_ONE_IN) &&
  // Seven words may have a frequent one, as eight.
  some.filter(isFrequent).length <= Math.ceil(some.length / oneIn);

/** The sequences of consecutive words of a list. */
function runsOf(tokens: readonly string[], list: ReadonlyMap<string, number>): string[][] {
  const runs: string[][] = [[]];
  for (const token of tokens) {
    if (list.has(token)) runs.at(-1)?.push(token);
    else if (runs.at(-1)?.length) runs.push([]);
  }
  return runs;
}

/** Whether consecutive words of a list are a phrase or a part of one, and no ordinary sentence outside of an address field. */
function isRun(run: readonly string[], bit: number, place: FieldKind): boolean {
  const { chinese, common, checked, orders } = words();
  const isCommon = common === 1 << bit;
  // The words of the Chinese lists are single characters.
  const inARow = place !== "address" && chinese & (1 << bit) ? SHORTEST : IN_A_ROW;
  const fewest = isCommon ? IN_A_ROW_COMMON : inARow;
  if (run.length < fewest || place === "address") return run.length >= fewest;
  const isPicked = (some: readonly string[]) => isRandom(some, isCommon ? FREQUENT_ONE_IN_COMMON : FREQUENT_ONE_IN);
  if (isPicked(run) || someWindow(run, fewest, isPicked)) return true;
  const places = run.map((word) => orders[bit]?.get(word) ?? 0);
  return (checked & (1 << bit)) !== 0 && LENGTHS.some((length) => someWindow(places, length, hasChecksum));
}

/** Whether enough consecutive words are of one list. */
function hasRun(tokens: readonly string[], place: FieldKind): boolean {
  const known = tokens.filter(isWordLike);
  return words().orders.some((list, bit) => runsOf(known, list).some((run) => isRun(run, bit, place)));
}

/** Whether the text consists of words of one list, of which the last may be cut off. */
function isWhole(text: string, place: FieldKind): boolean {
  const known = lettersOf(withoutLabel(text)).filter(isWordLike);
  const isAddress = place === "address";
  const isPhrase = (some: readonly string[]): boolean =>
    some.length >= (isAddress ? WHOLE : WHOLE_ANY) &&
    some.map(listsOf).reduce((all, one) => all & one, isAddress ? ~0 : ~words().common) !== 0 &&
    (isAddress || isRandom(some));
  return isPhrase(known) || isPhrase(known.slice(0, -1));
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
  // A hash whose digits are all letters may look like short words that repeat, such as `baba`.
  const isHex = /^[a-f]+$/.test(token);
  if (token.length < 12 || token.length > LONGEST_JOINED || isHex) return false;
  const { orders, chinese } = words();
  const lists = orders.length;
  const rows: Ends[] = [{ any: new Array(lists).fill(0), whole: new Array(lists).fill(0) }];
  for (let end = 1; end <= token.length; end++) {
    const row: Ends = { any: new Array(lists).fill(0), whole: new Array(lists).fill(-1) };
    for (let begin = Math.max(0, end - LONGEST); begin < end; begin++)
      extend(row, rows[begin], listsOf(token.slice(begin, end)) & ~chinese, lists);
    if (row.any.some((count) => count >= SHORTEST)) return true;
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
function isRandomChinese(places: readonly number[]): boolean {
  const sum = places.reduce((all, one) => all + one, 0);
  return sum > RANDOM * places.length || someWindow(places, 4, (four) => new Set(four).size === 1);
}

/** Whether characters are in groups of one length. Those of a sentence are not, because punctuation separates them. */
const isEvenlyGrouped = (groups: readonly string[]): boolean =>
  new Set(groups.map((group) => [...group].length)).size === 1;

/**
 * Whether a Chinese text is a phrase. Nearly every character of ordinary texts is in the lists, so outside of
 * address fields the checksum must be valid and the characters must look random.
 */
function isChinese(text: string, place: FieldKind): boolean {
  const groups = lettersOf(withoutLabel(text));
  const characters = [...groups.join("")];
  if (characters.length < SHORTEST || (characters.length > 2 * SHORTEST && place !== "address")) return false;
  const { orders, chinese } = words();
  return orders.some((order, bit) => {
    const places = characters.map((character) => order.get(character) ?? -1);
    if (!(chinese & (1 << bit)) || places.includes(-1)) return false;
    if (place === "address" && !text.includes(".")) return true;
    return hasChecksum(places) && isRandomChinese(places) && isEvenlyGrouped(groups);
  });
}

function isInWords(text: string, place: FieldKind): boolean {
  const tokens = lettersOf(text);
  return (
    hasRun(tokens, place) ||
    isWhole(text, place) ||
    tokens.some((token) => isJoined(token, place)) ||
    isChinese(text, place)
  );
}

/** Whether a text contains a recovery phrase of a known word list. */
const isListed = (text: string, place: FieldKind): boolean => wordReadings(text).some((one) => isInWords(one, place));

/** The checks that the first page loads later. */
export const checks = { isListed, isHash, fieldKind };

export { loadWords };
