//! Words before a key or a hash that name it.

/// How many characters before it are searched.
const NEAR: usize = 48;
/// Beginnings of words for private keys, in lower case.
const KEY: [&str; 20] = [
    "key", "priv", "secret", "seed", "mnemonic", "pk", "sk", "wif", "clave", "cle", "clé", "chave", "chiave", "klic",
    "klíč", "ключ", "anahtar", "鍵", "密钥", "私",
];
/// Beginnings of words for hashes of transactions.
const HASH: [&str; 7] = ["tx", "hash", "trans", "sig", "block", "транз", "交易"];

/// Returns whether the text before something of the form of a key calls it a key. The nearest of the known words decides.
pub fn names_key(before: &str) -> bool {
    let begin = before.char_indices().rev().nth(NEAR).map_or(0, |(at, _)| at);
    let near = before[begin..].to_lowercase();
    let begins = |word: &str, known: &[&str]| known.iter().any(|one| word.starts_with(one));
    let ends = |word: &str| ["key", "hash", "txid"].iter().find(|one| word.ends_with(*one)).copied();
    let mut words = near.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    let named = words.rfind(|word| begins(word, &KEY) || begins(word, &HASH) || ends(word).is_some());
    named.is_some_and(|word| match ends(word) {
        Some(end) => end == "key",
        None => begins(word, &KEY),
    })
}
