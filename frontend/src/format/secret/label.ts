/** How many characters before a key or a hash are searched for words that name it. */
const NEAR = 49;
/** Beginnings of words for private keys. */
const KEY = /^(key|priv|secret|seed|mnemonic|[ps]k|wif|clave|cl[eé]|chave|chiave|klic|klíč|ключ|anahtar|鍵|密钥|私)/;
/** Beginnings of words for hashes of transactions. */
const HASH = /^(tx|hash|trans|sig|block|транз|交易)/;
/** Endings of words for either. */
const ENDING = /(key|hash|txid)$/;

/** Whether the text before something of the form of a key calls it a key. The nearest of the known words decides. */
export function namesKey(before: string): boolean {
  const near = [...before].slice(-NEAR).join("").toLowerCase();
  const words = near.match(/\p{Alphabetic}+/gu) ?? [];
  const named = words.findLast((word) => KEY.test(word) || HASH.test(word) || ENDING.test(word)) ?? "";
  const [ending] = ENDING.exec(named) ?? [];
  return ending ? ending === "key" : KEY.test(named);
}
