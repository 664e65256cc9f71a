/** Removes what people and mail programs put between the characters of a code: spaces, dashes and line breaks. */
export const normalizeCode = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, "").toUpperCase();
