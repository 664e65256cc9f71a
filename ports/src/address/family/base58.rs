//! Base58: Tron, the XRP Ledger with its own alphabet, Polkadot and its kin, Cardano before Shelley, and extended public
//! keys.

use blake2::{Blake2b512, Digest};
use bs58::Alphabet;
use crc::{CRC_32_ISO_HDLC, Crc};

use super::{super::ParseAddressError, Found, damaged};

/// How an extended public key is called.
pub const EXTENDED_KEY: &str = "Extended public key";
/// The letters that an extended public key begins with, and its version (SLIP 132).
const KEYS: &[(&str, u32)] = &[
    ("xpub", 0x0488_b21e),
    ("ypub", 0x049d_7cb2),
    ("zpub", 0x04b2_4746),
    ("Ypub", 0x0295_b43f),
    ("Zpub", 0x02aa_7ed3),
    ("Ltub", 0x019d_a462),
    ("Mtub", 0x01b2_6ef6),
    ("dgub", 0x02fa_cafd),
];
/// The same on networks for trying things out.
const TEST_KEYS: &[&str] = &["tpub", "upub", "vpub", "Upub", "Vpub", "ttub"];
const KEY: &str =
    "xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8";
/// No text here is longer: decoding base58 takes the square of the length.
const LONGEST: usize = 128;

pub fn family(text: &str) -> Found {
    if text.len() > LONGEST {
        return None;
    }
    extended_key(text)
        .or_else(|| tron(text))
        .or_else(|| xrp(text))
        .or_else(|| substrate(text))
        .or_else(|| byron(text))
}

fn extended_key(text: &str) -> Found {
    let begins = text.get(..4)?;
    let bytes = bs58::decode(text).with_check(None).into_vec().ok();
    let version = bytes
        .filter(|bytes| bytes.len() == 78)
        .and_then(|bytes| Some(u32::from_be_bytes(bytes.get(..4)?.try_into().ok()?)));
    let known = KEYS.iter().find(|(letters, _)| *letters == begins);
    if let Some((_, wanted)) = known {
        return Some(if version == Some(*wanted) {
            Ok(EXTENDED_KEY)
        } else {
            damaged("an extended public key", KEY)
        });
    }
    (version.is_some() && TEST_KEYS.contains(&begins)).then_some(Err(ParseAddressError::Testnet {
        network: "a test network",
        example: KEY,
    }))
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
