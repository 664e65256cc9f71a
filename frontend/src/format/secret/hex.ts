import type { FieldKind } from "./find";
import { listed } from "./phrase";

/** A key of 32 bytes. */
const KEY = 64;
/** The length of a partial key from which the rest can be guessed. */
const CUT = 52;
/** The length of a Siacoin address. No key is as long. */
const SIACOIN = 76;
/** The longest group of a key that is written in groups. Addresses of 40 digits may follow each other. */
const LONGEST_GROUP = 33;

/** A run of hex digits. */
interface Run {
  digits: string;
  /** Where they begin. */
  at: number;
  /** Whether only separators and `0x` are between this run and the previous one. */
  follows: boolean;
}

const isSeparator = (text: string): boolean => /^[^\p{Alphabetic}\p{N}]{0,6}$/u.test(text);

function runsOf(text: string): Run[] {
  const runs: Run[] = [];
  let [end, follows] = [0, true];
  for (const { index, 0: found } of text.matchAll(/(?<![\da-f])0x|[\da-f]+/gi)) {
    follows &&= isSeparator(text.slice(end, index));
    end = index + found.length;
    if (/^0x$/i.test(found)) continue;
    runs.push({ digits: found, at: index, follows });
    follows = true;
  }
  return runs;
}

/** Whether hex digits contain a letter: numbers never do, keys nearly always. */
const hasLetter = (digits: string): boolean => /[a-f]/i.test(digits);

/** The CRC-32 of bytes in hex. */
function crc32(digits: string): number {
  let crc = -1;
  for (let at = 0; at < digits.length; at += 2) {
    crc ^= Number.parseInt(digits.slice(at, at + 2), 16);
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc >>> 0;
}

/** Whether hex digits are an account of the Internet Computer, which begins with the checksum of the other bytes. */
const isInternetComputer = (digits: string): boolean =>
  crc32(digits.slice(8)) === Number.parseInt(digits.slice(0, 8), 16);

function kindOf({ digits }: Run): "hex key" | "private key" | null {
  if (digits.length < CUT || digits.length === SIACOIN || !hasLetter(digits)) return null;
  if (digits.length !== KEY) return "private key";
  return isInternetComputer(digits) ? null : "hex key";
}

/** Whether groups of equal length follow each other and form a key; the last group may be shorter. */
function isGrouped(runs: readonly Run[]): boolean {
  let [length, total, letters, isOver] = [0, 0, false, true];
  return runs.some(({ digits, follows }) => {
    const own = digits.length;
    if (follows && !isOver && own <= length) {
      total += own;
      letters ||= hasLetter(digits);
      isOver = own < length;
    } else {
      [length, total, letters] = [own, own, hasLetter(digits)];
      isOver = own < 2 || own > LONGEST_GROUP;
    }
    return letters && total > own && total >= CUT;
  });
}

/** Whether the text consists of the digits of a key and separators, apart from a label. */
function isWhole(text: string, runs: readonly Run[]): boolean {
  const label = runs.findLastIndex((run) => !run.follows);
  const groups = runs.slice(Math.max(label, 0)).map((run) => run.digits);
  const digits = groups.join("");
  return (
    groups.length > 1 &&
    (digits.length === KEY || digits.length === 2 * KEY) &&
    hasLetter(digits) &&
    /[\da-f][^\p{Alphabetic}\p{N}]*$/iu.test(text)
  );
}

/** The hex private key that a text contains: whole, cut off, or in groups. */
export function hexKeyIn(text: string, place: FieldKind): "hex key" | "private key" | null {
  const runs = runsOf(text).filter(({ digits, at }) => !listed?.isHash(digits, at, text, place));
  for (const run of runs) {
    const kind = kindOf(run);
    if (kind) return kind;
  }
  return isGrouped(runs) || isWhole(text, runs) ? "private key" : null;
}
