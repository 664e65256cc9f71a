//! Base58: Tron, Qtum, the XRP Ledger with its own alphabet, Polkadot and other Substrate chains, Cardano before Shelley, Waves,
//! Decred.

use blake2::{Blake2b, Blake2b512, Digest, digest::consts::U32};
use bs58::Alphabet;
use crc::{CRC_32_ISO_HDLC, Crc};
use sha3::Keccak256;

use super::{super::ParseAddressError, found::Found};

/// The maximum length of an address. Longer texts are not decoded, because that takes quadratic time.
const LONGEST: usize = 128;

pub fn family(text: &str) -> Found {
    if text.len() > LONGEST {
        return None;
    }
    double_hashed(text)
        .or_else(|| xrp(text))
        .or_else(|| substrate(text))
        .or_else(|| byron(text))
        .or_else(|| waves(text))
        .or_else(|| decred(text))
}

/// Checks a version and a hash of 20 bytes with the checksum of Bitcoin.
fn double_hashed(text: &str) -> Found {
    let bytes = bs58::decode(text).with_check(None).into_vec().ok()?;
    match (bytes.len(), bytes.first()?) {
        (21, 0x41) => Some(Ok("Tron")),
        (21, 0x3a) => Some(Ok("Qtum")),
        _ => None,
    }
}

/// Checks a version, the letter of the network, a hash of 20 bytes, and the first four bytes of their hash.
fn waves(text: &str) -> Found {
    let bytes = bs58::decode(text).into_vec().ok()?;
    let (body, sum) = bytes.split_at_checked(22)?;
    let hash = || Keccak256::digest(Blake2b::<U32>::digest(body));
    (body.starts_with(&[1, b'W']) && sum.len() == 4 && hash().starts_with(sum)).then_some(Ok("Waves"))
}

/// Checks two version bytes and the length. The checksum (BLAKE-256) is not verified, because no other address has these
/// versions.
fn decred(text: &str) -> Found {
    const VERSIONS: [[u8; 2]; 4] = [[0x07, 0x3f], [0x07, 0x1f], [0x07, 0x01], [0x07, 0x1a]];
    let bytes = bs58::decode(text).into_vec().ok()?;
    let is_one = bytes.len() == 26 && VERSIONS.iter().any(|version| bytes.starts_with(version));
    is_one.then_some(Ok("Decred"))
}

/// Checks classic addresses and X-addresses, which include a tag.
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

/// Checks SS58: one or two bytes that name the chain, a key of 32 bytes, and two bytes of a BLAKE2b hash.
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

/// Checks CBOR of an array: a tagged byte string and its CRC-32.
fn byron(text: &str) -> Found {
    let bytes = bs58::decode(text).into_vec().ok()?;
    let rest = bytes.strip_prefix(&[0x82, 0xd8, 0x18, 0x58])?;
    let (length, rest) = rest.split_first()?;
    let (body, sum) = rest.split_at_checked(usize::from(*length))?;
    let crc = Crc::<u32>::new(&CRC_32_ISO_HDLC).checksum(body).to_be_bytes();
    // CBOR writes numbers in their shortest form; nearly all CRCs take four bytes.
    let digits: &[u8] = match sum.split_first()? {
        (0x1a, digits) if digits.len() == 4 => digits,
        _ => return None,
    };
    (crc == *digits).then_some(Ok("Cardano"))
}
