import { decode, decodeChecked, RIPPLE } from "./base58";
import type { FieldKind } from "./find";
import { listed } from "./phrase";
import { sha256 } from "./sha256";

/** Longer than any base58 address that begins like an extended key. */
const LONGER_THAN_ADDRESSES = 60;
/** Prefixes of extended private keys (BIP 32, SLIP 132) of Bitcoin, Litecoin, Dogecoin and Dash. */
const EXTENDED = /^([xyztuvYZUV]prv|[LMt]tpv|dgpv|drk[vp])/;
/** Prefixes of base58 keys: Tezos, EOS. */
const MARKED = /(?<![a-z\d])(edsk|edesk|spsk|p2sk|PVT_K1_|PVT_R1_|SEC_K1_)[A-Za-z\d]{40}/;
/** Keys in Bech32: Nostr, Sui, Cardano (CIP 5), Zcash, age. */
const BECH32 = new RegExp(
  "(?<![a-z\\d])(n(crypt)?sec|suiprivkey|ed25519(e|bip32)?_sk|(root|acct|addr|stake|payment)_x?sk|xprv|" +
    "secret-(extended|spending)-key-main|age-secret-key-)1[02-9ac-hj-np-z]{40}",
);

const isBase58 = (text: string): boolean => /^[1-9A-HJ-NP-Za-km-z]*$/.test(text);
const isMixed = (text: string): boolean => /[a-z]/.test(text) && /[A-Z]/.test(text);

/** The runs of letters and digits in a text. */
const tokens = (text: string): string[] => text.match(/[A-Za-z\d]{16,}/g) ?? [];

function isExtendedToken(token: string): boolean {
  const isLong = token.length > LONGER_THAN_ADDRESSES;
  // Some networks write long addresses in base32 (RFC 4648) with small letters.
  const isBase32 = isLong && /^[a-z2-7]+$/.test(token);
  if (!isBase32 && (EXTENDED.test(token) || (isLong && /^[A-Za-z]prv/.test(token))))
    return token.length > 44 || decode(token)?.length !== 32;
  return [...token.matchAll(/prv|tpv/g)].some(
    ({ index }) => index > 0 && token.length - index > 100 && isBase58(token.slice(index + 3)),
  );
}

/** Whether the text contains an extended private key, whole or cut off. */
export const isExtended = (text: string): boolean => tokens(text).some(isExtendedToken);

/** Wallet import format: a version, 32 bytes, and 1 where the public key is compressed. */
function isWif(token: string): boolean {
  const bytes = decodeChecked(token);
  return bytes?.length === 33 || (bytes?.length === 34 && bytes[33] === 1);
}

function isXrpSeed(token: string): boolean {
  const bytes = decodeChecked(token, RIPPLE);
  if (bytes?.length === 17) return bytes[0] === 0x21;
  return bytes?.length === 19 && bytes[0] === 0x01 && bytes[1] === 0xe1 && bytes[2] === 0x4b;
}

/** Keys on paper and coins (Casascius): the hash of the key and a question mark begins with zero. */
const isMiniKey = (token: string): boolean =>
  /[a-z]/.test(token) && /\d/.test(token) && sha256(new TextEncoder().encode(`${token}?`))[0] === 0;

/** Key formats that are recognized by their characters and length, each with a further check. */
const FORMS: readonly [RegExp, (token: string, place: FieldKind) => boolean][] = [
  [/^S(.{21}|.{25}|.{29})$/, (token) => isBase58(token) && isMiniKey(token)],
  [/^s.{27,30}$/, (token, place) => isBase58(token) && (isXrpSeed(token) || (place === "address" && /\d/.test(token)))],
  [
    /^.{51,52}$/,
    (token, place) =>
      isBase58(token) && (isWif(token) || (place === "address" && /^[5KLcTQ67X]/.test(token) && isMixed(token))),
  ],
  [/^S[A-Z2-7]{55}$/, (token) => /\d/.test(token)],
  [/^6P.{56}$/, (token) => isBase58(token) && /[a-z]/.test(token)],
  // A key pair, or the signature of a transaction of Solana.
  [
    /^.{80,90}$/,
    (token, place) =>
      isBase58(token) &&
      (/[A-Z]/.test(token) || !/[a-z]/.test(token)) &&
      (place === "address" || decode(token)?.length === 64),
  ],
];

const isKey = (token: string, place: FieldKind): boolean =>
  FORMS.some(([form, isOne]) => form.test(token) && isOne(token, place));

/** Whether the text contains a private key. A damaged key is recognized by its form only if it is the whole text. */
export function isPrivate(text: string, place: FieldKind): boolean {
  const whole = text.replace(/^[\s"'`]+|[\s"'`]+$/g, "");
  const isOne = (token: string): boolean =>
    isKey(token, token === whole ? place : "any") && !listed?.isHash(token, text.indexOf(token), text, place);
  return tokens(text).some(isOne) || MARKED.test(text) || BECH32.test(text.toLowerCase());
}
