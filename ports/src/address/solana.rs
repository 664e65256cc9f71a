//! Addresses of Solana: 32 bytes in base58, without a checksum.

/// Encodes as base58.
pub fn write(bytes: [u8; 32]) -> String {
    bs58::encode(bytes).into_string()
}

/// Decodes base58 of 32 bytes; `None` for any other text. There is no checksum, so a mistyped character is not detected.
pub fn parse(text: &str) -> Option<[u8; 32]> {
    if !(32..=44).contains(&text.len()) {
        return None;
    }
    let mut bytes = [0; 32];
    let length = bs58::decode(text).onto(&mut bytes).ok()?;
    (length == 32).then_some(bytes)
}
