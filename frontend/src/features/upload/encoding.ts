/** An encoding of files, by its name in the standard of the Web. */
export type TextEncoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

/** The name of an encoding to show. */
export const encodingName = (encoding: TextEncoding): string =>
  encoding === "windows-1252" ? "Windows-1252" : encoding === "utf-8" ? "UTF-8" : "UTF-16";

/** The letters of the bytes 0x80 to 0x9f in Windows-1252, with spaces for those that it does not define. */
const UPPER = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ";

/** Decodes Windows-1252, which runtimes other than browsers confuse with Latin-1. */
function western(bytes: Uint8Array): string {
  const letters = Array.from(bytes, (byte) => {
    if (byte < 0x80 || byte > 0x9f) return String.fromCharCode(byte);
    const letter = UPPER[byte - 0x80] ?? " ";
    if (letter === " ") throw new TypeError();
    return letter;
  });
  return letters.join("");
}

/** Decodes bytes, or throws if one of them has no meaning. An incomplete letter at the end of a part is none. */
function decoded(bytes: Uint8Array, encoding: TextEncoding, isPart = false): string {
  if (encoding === "windows-1252") return western(bytes);
  return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: isPart });
}

const decodes = (...input: Parameters<typeof decoded>): boolean => {
  try {
    decoded(...input);
    return true;
  } catch {
    return false;
  }
};

/** The number of zero bytes at even and at odd places. */
function zeros(bytes: Uint8Array): [even: number, odd: number] {
  const found: [number, number] = [0, 0];
  for (const [at, byte] of bytes.entries()) if (byte === 0) found[at % 2 === 0 ? 0 : 1] += 1;
  return found;
}

/** The UTF-16 encoding of a file without a mark: most letters have a zero byte each, all on the same side. */
function wide(bytes: Uint8Array): TextEncoding | null {
  const [even, odd] = zeros(bytes);
  const areMost = (one: number, other: number): boolean => one > bytes.length / 4 && one > 4 * other;
  return areMost(odd, even) ? "utf-16le" : areMost(even, odd) ? "utf-16be" : null;
}

/** Whether a text has letters of UTF-8 beside bytes that are none. */
function hasUtf8Letters(bytes: Uint8Array): boolean {
  // The mark of a replaced byte is no letter of the file.
  return /[^\0-\x7f\ufffd]/.test(new TextDecoder().decode(bytes));
}

/** The encoding of a file, or null if it is not text. Like the server. */
export function encodingOf(bytes: Uint8Array): TextEncoding | null {
  const [first, second, third] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (bytes.includes(0)) return wide(bytes);
  // A UTF-8 text with an error is not read as another encoding, in which each of its letters would become two.
  return decodes(bytes, "utf-8") || hasUtf8Letters(bytes) ? "utf-8" : "windows-1252";
}

/** The number of the first line that cannot be decoded. */
function invalidLine(bytes: Uint8Array, encoding: TextEncoding): number {
  let [good, bad] = [0, bytes.length + 1];
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (decodes(bytes.subarray(0, middle), encoding, middle <= bytes.length)) good = middle;
    else bad = middle;
  }
  return decoded(bytes.subarray(0, good), encoding, true).split(/\r\n|[\n\r]/).length;
}

/** Decodes a file without its byte order mark; nothing is replaced. Returns the line that cannot be decoded otherwise. */
export function decode(bytes: Uint8Array, encoding: TextEncoding): { text: string } | { line: number } {
  return decodes(bytes, encoding) ? { text: decoded(bytes, encoding) } : { line: invalidLine(bytes, encoding) };
}
