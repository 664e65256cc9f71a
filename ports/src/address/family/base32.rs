//! Base32: Algorand and Stellar.

use crc::{CRC_16_XMODEM, Crc};
use data_encoding::BASE32_NOPAD;
use sha2::{Digest, Sha512_256};

use super::{
    super::ParseAddressError,
    found::{Found, damaged},
};

pub fn family(text: &str) -> Found {
    let is_base32 = text
        .bytes()
        .all(|b| b.is_ascii_uppercase() || (b'2'..=b'7').contains(&b));
    match (text.len(), text.bytes().next()?) {
        (58, _) if is_base32 => Some(algorand(text)),
        (56, b'G' | b'C') | (69, b'M') if is_base32 => Some(stellar(text)),
        _ => None,
    }
}

/// Checks a key of 32 bytes followed by the last four bytes of its hash.
fn algorand(text: &str) -> Result<&'static str, ParseAddressError> {
    let bytes = BASE32_NOPAD.decode(text.as_bytes()).ok();
    let is_whole = bytes.is_some_and(|bytes| {
        let (key, sum) = bytes.split_at(32);
        Sha512_256::digest(key).ends_with(sum)
    });
    if is_whole {
        Ok("Algorand")
    } else {
        damaged(
            "an Algorand address",
            "7ZUECA7HFLZTXENRV24SHLU4AVPUTMTTDUFUBNBD64C73F3UHRTHAIOF6Q",
        )
    }
}

/// Checks a StrKey: a version that determines the first letter, a payload, and the CRC-16 of both. Secret keys begin with `S`
/// and are rejected before.
fn stellar(text: &str) -> Result<&'static str, ParseAddressError> {
    let bytes = BASE32_NOPAD.decode(text.as_bytes()).ok();
    let is_whole = bytes.is_some_and(|bytes| {
        let (body, sum) = bytes.split_at(bytes.len() - 2);
        let crc = Crc::<u16>::new(&CRC_16_XMODEM).checksum(body);
        [6 << 3, 12 << 3, 2 << 3].contains(&body[0]) && crc.to_le_bytes() == *sum
    });
    if is_whole {
        Ok("Stellar")
    } else {
        damaged(
            "a Stellar address",
            "GAAZI4TCR3TY5OJHCTJC2A4QSY6CJWJH5IAJTGKIN2ER7LBNVKOCCWN7",
        )
    }
}
