//! Finds keys, seeds and other secrets that somebody pastes where an address belongs.

use sha2::{Digest, Sha256};

/// What kind of secret a pasted text looks like. The text itself goes nowhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PastedSecret {
    /// Twelve to twenty-four words.
    SeedPhrase,
    /// 64 hex digits without `0x`, or a Bitcoin key in wallet import format.
    PrivateKey,
    /// An extended private key (`xprv`, `yprv`, `zprv`).
    ExtendedPrivateKey,
}

impl PastedSecret {
    /// The one plain warning.
    #[must_use]
    pub fn warning(self) -> &'static str {
        match self {
            Self::SeedPhrase => {
                "This looks like a seed phrase. Never paste it anywhere. We did not keep it; an address is enough."
            }
            Self::PrivateKey => {
                "This looks like a private key. Never paste it anywhere. We did not keep it; an address is enough."
            }
            Self::ExtendedPrivateKey => {
                "This looks like an extended private key. Never paste it anywhere. We did not keep it; an address is enough."
            }
        }
    }
}

/// What secret a text looks like, if any.
///
/// A text of 64 hex digits after `0x` may be a transaction hash; it is refused as an address without this warning,
/// unless the digits come bare.
#[must_use]
pub fn find(text: &str) -> Option<PastedSecret> {
    let text = text.trim();
    if is_seed_phrase(text) {
        return Some(PastedSecret::SeedPhrase);
    }
    if text.len() == 64 && text.bytes().all(|b| b.is_ascii_hexdigit()) {
        return Some(PastedSecret::PrivateKey);
    }
    if ["xprv", "yprv", "zprv", "tprv"]
        .iter()
        .any(|prefix| text.starts_with(prefix))
        && text.len() > 100
    {
        return Some(PastedSecret::ExtendedPrivateKey);
    }
    if is_key_in_base58(text) {
        Some(PastedSecret::PrivateKey)
    } else {
        None
    }
}

/// Twelve or more lower-case words of three to eight letters: the shape of every BIP-39 phrase in English.
fn is_seed_phrase(text: &str) -> bool {
    let words: Vec<&str> = text
        .split(|c: char| c.is_whitespace() || c == ',')
        .filter(|word| !word.is_empty())
        .collect();
    let like_a_word = |word: &&str| (3..=8).contains(&word.len()) && word.bytes().all(|b| b.is_ascii_alphabetic());
    words.len() >= 12 && words.iter().filter(|word| like_a_word(word)).count() * 10 >= words.len() * 9
}

/// Wallet import format (version 128 or 239 with a double SHA-256 checksum), or 64 bytes of a Solana key pair.
fn is_key_in_base58(text: &str) -> bool {
    let Ok(bytes) = bs58::decode(text).into_vec() else {
        return false;
    };
    if bytes.len() == 64 {
        return true;
    }
    let (37 | 38, Some(128 | 239)) = (bytes.len(), bytes.first()) else {
        return false;
    };
    let (body, check) = bytes.split_at(bytes.len() - 4);
    Sha256::digest(Sha256::digest(body))[..4] == *check
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_found() {
        let phrase = "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about";
        assert_eq!(find(phrase), Some(PastedSecret::SeedPhrase));
        assert_eq!(find(&phrase.replace(' ', "\n")), Some(PastedSecret::SeedPhrase));
        assert_eq!(find(&"ab".repeat(32)), Some(PastedSecret::PrivateKey));
        let wif = "5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ";
        assert_eq!(find(wif), Some(PastedSecret::PrivateKey));
        assert_eq!(
            find(&format!("xprv{}", "9".repeat(107))),
            Some(PastedSecret::ExtendedPrivateKey)
        );
    }

    #[test]
    fn addresses_and_names_are_not_secrets() {
        for text in [
            "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
            "vitalik.eth",
            "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
            "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa",
            "5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTK",
            "the quick brown fox",
        ] {
            assert_eq!(find(text), None, "{text}");
        }
    }
}
