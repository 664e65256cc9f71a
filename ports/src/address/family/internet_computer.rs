//! Accounts and principals of the Internet Computer: both begin with the CRC-32 of the rest.

use crc::{CRC_32_ISO_HDLC, Crc};
use data_encoding::{BASE32_NOPAD, HEXLOWER_PERMISSIVE};

use super::found::Found;

const NAME: &str = "Internet Computer";

pub fn family(text: &str) -> Found {
    let bytes = match text.len() {
        64 => HEXLOWER_PERMISSIVE.decode(text.as_bytes()).ok()?,
        _ => principal(text)?,
    };
    has_checksum(&bytes).then_some(Ok(NAME))
}

/// Returns whether 64 hex digits are an account and not a private key.
pub(crate) fn is_account(digits: &str) -> bool {
    digits.len() == 64
        && HEXLOWER_PERMISSIVE
            .decode(digits.as_bytes())
            .is_ok_and(|bytes| has_checksum(&bytes))
}

/// Decodes a principal: base32 in groups of five lower-case letters and digits, at most 29 bytes.
fn principal(text: &str) -> Option<Vec<u8>> {
    let mut groups = text.split('-').rev();
    let last = groups.next()?;
    let is_grouped = text.len() <= 63 && (1..=5).contains(&last.len()) && groups.all(|group| group.len() == 5);
    if !is_grouped || text.bytes().any(|byte| byte.is_ascii_uppercase()) {
        return None;
    }
    let letters = text.replace('-', "").to_ascii_uppercase();
    BASE32_NOPAD
        .decode(letters.as_bytes())
        .ok()
        .filter(|bytes| bytes.len() >= 4)
}

fn has_checksum(bytes: &[u8]) -> bool {
    bytes
        .split_at_checked(4)
        .is_some_and(|(sum, body)| Crc::<u32>::new(&CRC_32_ISO_HDLC).checksum(body).to_be_bytes() == *sum)
}
