import { sha256 } from "./sha256";

export const BITCOIN = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
/** The alphabet of the XRP Ledger. */
export const RIPPLE = "rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz";

/** No key in base58 is longer. The limit matters because decoding takes quadratic time. */
const LONGEST = 128;

/** Decodes base58; null for any other text. */
export function decode(text: string, alphabet = BITCOIN): Uint8Array | null {
  if (text.length > LONGEST) return null;
  const bytes: number[] = [];
  for (const letter of text) {
    let carry = alphabet.indexOf(letter);
    if (carry < 0) return null;
    for (let i = 0; i < bytes.length; i++) {
      carry += (bytes[i] ?? 0) * 58;
      bytes[i] = carry & 255;
      carry >>= 8;
    }
    for (; carry > 0; carry >>= 8) bytes.push(carry & 255);
  }
  for (let i = 0; text[i] === alphabet[0]; i++) bytes.push(0);
  return Uint8Array.from(bytes.reverse());
}

/** Decodes base58check and removes the checksum; null if it does not match. */
export function decodeChecked(text: string, alphabet = BITCOIN): Uint8Array | null {
  const bytes = decode(text, alphabet);
  if (!bytes || bytes.length < 5) return null;
  const body = bytes.slice(0, -4);
  const sum = sha256(sha256(body));
  return bytes.slice(-4).every((byte, i) => byte === sum[i]) ? body : null;
}
