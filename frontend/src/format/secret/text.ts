/** Invisible characters, which copied texts often contain. */
const INVISIBLE =
  /\u034f|[\ufe00-\ufe0f]|[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;
/** Tags, entities and escaped line breaks. */
const MARKUP = /<[a-z/][^>]{0,37}>|&[a-z#][^;]{0,7};|\\[nrt]|[<&\\]/gi;

/** Converts to lower case without accents, decomposed. */
export const fold = (text: string): string => text.normalize("NFKD").toLowerCase().replace(/\p{M}/gu, "");

/** Removes invisible characters and converts full-width letters to plain ones. */
export const forKeys = (text: string): string => text.replace(INVISIBLE, "").normalize("NFKC");

/**
 * Converts to lower case without accents. Invisible characters separate words in some texts and are inside words in others,
 * so a text with such characters yields both readings.
 */
export function wordReadings(text: string): string[] {
  const plain = text.replace(MARKUP, " ");
  const without = fold(plain.replace(INVISIBLE, ""));
  return plain.search(INVISIBLE) < 0 ? [without] : [without, fold(plain.replace(INVISIBLE, " "))];
}
