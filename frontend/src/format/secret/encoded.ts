import type { FieldKind } from "./find";

/** The number of bytes in a key. */
const BYTES = 32;
const BYTES_CUT = 16;

const isPem = (text: string): boolean =>
  /BEGIN [\s\S]{0,18}PRIVATE KEY/.test(text) || text.includes("PuTTY-User-Key-File");

/** Whether a text is an encrypted keystore of Ethereum or Polkadot. It counts as a secret because its password may be weak. */
const isKeystore = (text: string): boolean =>
  (text.includes("ciphertext") && /kdf|cipherparams/.test(text)) ||
  (text.includes('"encoded"') && text.includes('"pkcs8"'));

const isMixed = (text: string): boolean => /[a-z]/.test(text) && /[A-Z]/.test(text) && /\d/.test(text);

/**
 * Whether a text contains 32 or 64 bytes in base64 that end with `=` or have a character that base58 lacks. The last
 * character encodes the remaining bits and zero padding.
 */
function hasBase64Key(text: string): boolean {
  return [...text.matchAll(/([A-Za-z\d+/_-]{43,})(=*(?![A-Za-z\d=]))?/g)].some(
    ([, token = "", padding]) =>
      isMixed(token) &&
      ((padding === "=" && /^.{42}[AEIMQUYcgkosw048]$/.test(token)) ||
        ((padding === "==" || /[+/]/.test(token)) && /^.{85}[AQgw]$/.test(token))),
  );
}

/** Whether a text is a list of byte values, separated by commas or spaces. */
function isListOfBytes(text: string, place: FieldKind): boolean {
  let count = 0;
  const pieces = text.split(/[\s[\](){},;"']+/).filter(Boolean);
  const isByte = (piece: string): boolean => /^\d{1,3}$/.test(piece) && Number(piece) < 256;
  for (const piece of pieces) {
    count = isByte(piece) ? count + 1 : 0;
    if (count >= BYTES) return true;
  }
  return place === "address" && pieces.length >= BYTES_CUT && pieces.every(isByte);
}

/** Whether a text contains a private key in an encoding that files and programs use. */
export const isEncoded = (text: string, place: FieldKind): boolean =>
  isPem(text) || isKeystore(text) || hasBase64Key(text) || isListOfBytes(text, place);
