/** Characters that are not drawn, which copied texts often contain. */
const INVISIBLE =
  /\u034f|[\ufe00-\ufe0f]|[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;
/** Tags, entities and escaped line breaks. */
const MARKUP = /<[a-z/][^>]{0,37}>|&[a-z#][^;]{0,7};|\\[nrt]|[<&\\]/gi;

/** Lower case without accents, decomposed. */
export const fold = (text: string): string => text.normalize("NFKD").toLowerCase().replace(/\p{M}/gu, "");

/** Without invisible characters, and with full-width letters as plain ones. */
export const forKeys = (text: string): string => text.replace(INVISIBLE, "").normalize("NFKC");

/**
 * Lower case without accents. Invisible characters separate words in some texts and stand inside words in others, so a
 * text with such characters is read both ways.
 */
export function forWords(text: string): string[] {
  const plain = text.replace(MARKUP, " ");
  const without = fold(plain.replace(INVISIBLE, ""));
  return plain.search(INVISIBLE) < 0 ? [without] : [without, fold(plain.replace(INVISIBLE, " "))];
}
