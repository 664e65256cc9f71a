//! Addresses of Solana: 32 bytes in base58, without a checksum.

/// Base58.
pub fn write(bytes: [u8; 32]) -> String {
    bs58::encode(bytes).into_string()
}

/// A text that is base58 over 32 bytes; `None` for anything else. Nothing in it tells a wrong character.
pub fn parse(text: &str) -> Option<[u8; 32]> {
    if !(32..=44).contains(&text.len()) {
        return None;
    }
    let mut bytes = [0; 32];
    let length = bs58::decode(text).onto(&mut bytes).ok()?;
    (length == 32).then_some(bytes)
}
