//! Private keys in the encodings of files and programs: PEM, keystores, base64, lists of bytes.

use super::kind::Place;

/// The number of bytes of a key.
const BYTES: usize = 32;
/// The number of bytes from which a list is treated as part of a key.
const BYTES_CUT: usize = 16;

pub fn is_private(text: &str, place: Place) -> bool {
    is_pem(text) || is_keystore(text) || has_base64_key(text) || is_list_of_bytes(text, place)
}

fn is_pem(text: &str) -> bool {
    let is_head = |(at, begin): (usize, &str)| {
        let head: String = text[at + begin.len()..].chars().take(30).collect();
        head.contains("PRIVATE KEY")
    };
    text.match_indices("BEGIN ").any(is_head) || text.contains("PuTTY-User-Key-File")
}

/// Finds encrypted keystores of Ethereum and Polkadot wallets. They count as secrets because their password may be weak.
fn is_keystore(text: &str) -> bool {
    let has = |word: &str| text.contains(word);
    has("ciphertext") && (has("kdf") || has("cipherparams")) || has("\"encoded\"") && has("\"pkcs8\"")
}

/// Finds 32 or 64 bytes in base64 that end with `=` or contain a character that is not in base58.
fn has_base64_key(text: &str) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || b"+/-_".contains(&byte);
    let bytes = text.as_bytes();
    let mut begin = 0;
    while begin < bytes.len() {
        let length = bytes[begin..].iter().take_while(|byte| is_letter(**byte)).count();
        let (token, rest) = (&bytes[begin..begin + length], &bytes[begin + length..]);
        if is_base64_key(token, rest) {
            return true;
        }
        begin += length + 1;
    }
    false
}

fn is_base64_key(token: &[u8], rest: &[u8]) -> bool {
    let has = |is: fn(&u8) -> bool| token.iter().any(is);
    let is_mixed = || has(u8::is_ascii_lowercase) && has(u8::is_ascii_uppercase) && has(u8::is_ascii_digit);
    let ends = |text: &[u8]| {
        let padding = rest.iter().take_while(|byte| **byte == b'=').count();
        padding == text.len() && !rest.get(padding).is_some_and(u8::is_ascii_alphanumeric)
    };
    match token.len() {
        // The last letter encodes four bits of the key and two zeros, or two bits and four zeros.
        43 => ends(b"=") && is_mixed() && b"AEIMQUYcgkosw048".contains(&token[42]),
        86 => {
            (ends(b"==") || token.contains(&b'+') || token.contains(&b'/'))
                && is_mixed()
                && b"AQgw".contains(&token[85])
        }
        _ => false,
    }
}

/// Finds numbers from 0 to 255, separated by commas or spaces.
fn is_list_of_bytes(text: &str, place: Place) -> bool {
    let is_separator = |c: char| c.is_whitespace() || "[](){},;\"'".contains(c);
    let (mut count, mut all, mut total) = (0, true, 0);
    let is_whole_key = text.split(is_separator).filter(|piece| !piece.is_empty()).any(|piece| {
        let is_digits = piece.len() <= 3 && piece.bytes().all(|byte| byte.is_ascii_digit());
        let is_byte = is_digits && piece.parse::<u8>().is_ok();
        (count, total) = (if is_byte { count + 1 } else { 0 }, total + 1);
        all &= is_byte;
        count >= BYTES
    });
    is_whole_key || all && total >= BYTES_CUT && place == Place::Address
}
