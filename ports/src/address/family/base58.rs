//! Base58: Tron, the XRP Ledger with its own alphabet, Polkadot and its kin, Cardano before Shelley.

use blake2::{Blake2b512, Digest};
use bs58::Alphabet;
use crc::{CRC_32_ISO_HDLC, Crc};

use super::{super::ParseAddressError, Found};

/// No text here is longer: decoding base58 takes the square of the length.
const LONGEST: usize = 128;

pub fn family(text: &str) -> Found {
    if text.len() > LONGEST {
        return None;
    }
    tron(text)
        .or_else(|| xrp(text))
        .or_else(|| substrate(text))
        .or_else(|| byron(text))
}

fn tron(text: &str) -> Found {
    let bytes = bs58::decode(text).with_check(None).into_vec().ok()?;
    (bytes.len() == 21 && bytes[0] == 0x41).then_some(Ok("Tron"))
}

/// Classic addresses, and those that carry a tag.
fn xrp(text: &str) -> Found {
    let decoded = bs58::decode(text).with_alphabet(Alphabet::RIPPLE).with_check(None);
    let bytes = decoded.into_vec().ok()?;
    match (bytes.len(), bytes.first()?, bytes.get(1)?) {
        (21, 0, _) | (31, 0x05, 0x44) => Some(Ok("XRP")),
        (31, 0x04, 0x93) => Some(Err(ParseAddressError::Testnet {
            network: "an XRP Ledger test network",
            example: "rf1BiGeXwwQoi8Z2ueFYTEXSwuJYfV2Jpn",
        })),
        _ => None,
    }
}

/// SS58: one or two bytes that name the chain, a key of 32 bytes, two bytes of a BLAKE2b hash.
fn substrate(text: &str) -> Found {
    let bytes = bs58::decode(text).into_vec().ok()?;
    let (body, sum) = bytes.split_at_checked(bytes.len().checked_sub(2)?)?;
    let named = match bytes.first()? {
        0..=63 => body.len() == 33,
        64..=127 => body.len() == 34,
        _ => false,
    };
    let hash = || Blake2b512::new().chain_update(b"SS58PRE").chain_update(body).finalize();
    (named && hash()[..2] == *sum).then_some(Ok("Polkadot"))
}

/// CBOR: an array of a tagged byte string and its CRC-32.
fn byron(text: &str) -> Found {
    let bytes = bs58::decode(text).into_vec().ok()?;
    let rest = bytes.strip_prefix(&[0x82, 0xd8, 0x18, 0x58])?;
    let (length, rest) = rest.split_first()?;
    let (body, sum) = rest.split_at_checked(usize::from(*length))?;
    let crc = Crc::<u32>::new(&CRC_32_ISO_HDLC).checksum(body).to_be_bytes();
    // Numbers are written as short as they go; nearly all take four bytes.
    let digits: &[u8] = match sum.split_first()? {
        (0x1a, digits) if digits.len() == 4 => digits,
        _ => return None,
    };
    (crc == *digits).then_some(Ok("Cardano"))
}
