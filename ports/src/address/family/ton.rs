//! User-friendly addresses of TON: base64 of a tag, a workchain, 32 bytes, and the CRC-16 of all.

use crc::{CRC_16_XMODEM, Crc};
use data_encoding::{BASE64, BASE64URL};

use super::{super::ParseAddressError, found::Found};

/// The bit of the tag that marks addresses for test networks only.
const TEST: u8 = 0x80;

pub fn family(text: &str) -> Found {
    if text.len() != 48 {
        return None;
    }
    let bytes = BASE64URL.decode(text.as_bytes());
    let bytes = bytes.or_else(|_| BASE64.decode(text.as_bytes())).ok()?;
    let (body, sum) = bytes.split_at_checked(34)?;
    let is_whole = Crc::<u16>::new(&CRC_16_XMODEM).checksum(body).to_be_bytes() == *sum;
    // The tags of bounceable and non-bounceable addresses.
    if !is_whole || ![0x11, 0x51].contains(&(body[0] & !TEST)) {
        return None;
    }
    Some(if body[0] & TEST == 0 {
        Ok("TON")
    } else {
        Err(ParseAddressError::Testnet {
            network: "a TON test network",
            example: "EQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74p4q2",
        })
    })
}
