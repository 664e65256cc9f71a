/** What a pasted text would give away. */
export type Secret = "recovery phrase" | "private key";

const BASE58 = "[1-9A-HJ-NP-Za-km-z]";

/** Shapes of keys that move funds, each with a form that no address has. */
const KEYS: readonly RegExp[] = [
  // 32 bytes in hex, and pieces long enough to be one that was cut.
  /^(0x)?[0-9a-f]{52,}$/i,
  // Wallet import format of Bitcoin and its kin: 51 or 52 characters. Addresses have at most 44.
  new RegExp(`^[5KLc9TQ67]${BASE58}{50,51}$`),
  // Encrypted Bitcoin keys (BIP 38).
  new RegExp(`^6P${BASE58}{56}$`),
  // Extended private keys (BIP 32 and SLIP 132), with Litecoin's and Dogecoin's letters, whole or cut.
  /^([a-zA-Z]prv|Ltpv|Mtpv|ttpv|dgpv)[0-9A-Za-z]{12,}$/,
  // Solana: 64 bytes in base58, or as a list of bytes.
  new RegExp(`^${BASE58}{80,90}$`),
  /^\[?\s*\d{1,3}\s*(,\s*\d{1,3}\s*){15,}\]?$/,
  // Stellar and XRP seeds.
  /^S[A-Z2-7]{55}$/,
  new RegExp(`^s${BASE58}{28,30}$`),
  /^(edsk|nsec1|suiprivkey1)[0-9A-Za-z]{40,}$/,
];

/** Words enough to be most of a recovery phrase; no address or name has spaces. */
const FEWEST_WORDS = 6;

function isPhrase(text: string): boolean {
  const words = text.split(/[\s,;]+/).filter((word) => !/^\d+[.)]?$/.test(word));
  return words.length >= FEWEST_WORDS && words.every((word) => /^(\d+[.)])?\p{L}{2,12}[.,]?$/u.test(word));
}

/**
 * Recognises seed phrases and private keys by their form, before anything leaves the browser; null for anything
 * that may be an address or a name.
 */
export function secretIn(text: string): Secret | null {
  const quoted = text.trim().replace(/^["'`]|["'`]$/g, "");
  // What stands in the brackets of an output descriptor, such as `wpkh(…)`.
  const trimmed = quoted.replace(/^(?:[a-z]{2,4}\()+/, "").replace(/\)+$/, "");
  if (isPhrase(trimmed)) return "recovery phrase";
  return KEYS.some((key) => key.test(trimmed)) ? "private key" : null;
}

/** The one warning a person gets. */
export const secretWarning = (secret: Secret): string =>
  `That looks like a ${secret}. It was not sent anywhere and the field was cleared. ` +
  "Whoever has it can take the funds: never paste it into a website. An address is enough here.";
