const ordinals = new Intl.PluralRules("en", { type: "ordinal" });
const suffix: Record<string, string> = { one: "st", two: "nd", few: "rd" };
const numbers = new Intl.NumberFormat("en-US");

/** `1,204`. */
export const count = (n: number): string => numbers.format(n);

/** `1 wallet`, `3 wallets`. */
export const plural = (n: number, one: string, many = `${one}s`): string => `${count(n)} ${n === 1 ? one : many}`;

/** `2nd`. */
export const ordinal = (n: number): string => `${n}${suffix[ordinals.select(n)] ?? "th"}`;

/** Characters that reorder the text after them. Names of others may contain them. */
const REORDERING = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A name or symbol of others, without characters that reorder the text around it. */
export const plainText = (text: string): string => text.replace(REORDERING, "");

/** Shortens an address to `0x3f5c…9e21`; names and short texts stay whole. */
export function shortAddress(address: string): string {
  if (address.includes(".") || address.length <= 14) return address;
  return `${address.slice(0, 6)}…${address.slice(-4)}`;
}

/** The one or two letters of an avatar without an image. */
export function avatarLetters(symbol: string): string {
  const letters = symbol.replace(/[^\p{L}\p{N}]/gu, "");
  const short = /^[a-z]{2,}.*[A-Z]/.test(letters) ? letters.slice(0, 2) : letters.slice(0, 1);
  return short || (symbol === "…" ? symbol : "?");
}
