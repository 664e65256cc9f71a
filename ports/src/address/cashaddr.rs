//! CashAddr, the addresses of Bitcoin Cash: <https://reference.cash/protocol/blockchain/encoding/cashaddr>.

use bech32::Fe32;

use super::{ParseAddressError, letter_case::is_mixed};

/// The prefix of Bitcoin Cash, which is usually left out.
const DEFAULT_PREFIX: &str = "bitcoincash";
const EXAMPLE: &str = "qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a";
/// The prefixes of test networks.
const TEST: &[&str] = &["bchtest", "bchreg"];
/// The number of letters of the checksum.
const CHECK: usize = 8;
/// The length of the hash in bytes, by the size bits of the version byte.
const SIZES: [usize; 8] = [20, 24, 28, 32, 40, 48, 56, 64];

/// The parts of a CashAddr address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cash {
    /// The prefix that names the chain, in lower case.
    pub prefix: String,
    /// Whether the hash is of a script; otherwise it is of a public key.
    pub is_script: bool,
    /// The hash: 20 bytes, or 32 for newer scripts.
    pub hash: Vec<u8>,
}

/// Encodes in lower case, without the prefix if it is the default one. `None` for a hash of another length.
pub fn write(of: &Cash) -> Option<String> {
    let size = SIZES.iter().position(|size| *size == of.hash.len())?;
    let version = u8::from(of.is_script) << 3 | u8::try_from(size).ok()?;
    let bytes: Vec<u8> = std::iter::once(version).chain(of.hash.iter().copied()).collect();
    let mut letters = to_fives(&bytes);
    let sum = checksum(&of.prefix, letters.iter().copied().chain([0; CHECK]));
    let five = |at: usize| u8::try_from(sum >> (5 * at) & 31).ok();
    letters.extend((0..CHECK).rev().filter_map(five));
    let body: String = letters
        .into_iter()
        .filter_map(|five| Some(Fe32::try_from(five).ok()?.to_char()))
        .collect();
    Some(if of.prefix == DEFAULT_PREFIX {
        body
    } else {
        format!("{}:{body}", of.prefix)
    })
}

/// Parses an address with its prefix, or without the default one; `None` for any other text.
pub fn parse(text: &str) -> Option<Result<Cash, ParseAddressError>> {
    if is_mixed(text) {
        return None;
    }
    let lower = text.to_ascii_lowercase();
    let (prefix, body) = lower.split_once(':').unwrap_or((DEFAULT_PREFIX, &lower));
    let cash = whole(prefix, body).or_else(|| TEST.iter().find_map(|prefix| whole(prefix, body)))?;
    let is_test = TEST.contains(&cash.prefix.as_str());
    Some(if is_test {
        Err(ParseAddressError::Testnet {
            network: "a Bitcoin Cash test network",
            example: EXAMPLE,
        })
    } else {
        Ok(cash)
    })
}

fn whole(prefix: &str, body: &str) -> Option<Cash> {
    let is_named = !prefix.is_empty() && prefix.bytes().all(|b| b.is_ascii_lowercase());
    if !is_named || !(34..=112).contains(&body.len()) {
        return None;
    }
    let letters: Vec<u8> = body
        .chars()
        .map(|c| Fe32::from_char(c).ok().map(Fe32::to_u8))
        .collect::<Option<_>>()?;
    if checksum(prefix, letters.iter().copied()) != 0 {
        return None;
    }
    let bytes = to_bytes(&letters[..letters.len() - CHECK])?;
    let (version, hash) = bytes.split_first()?;
    let size = SIZES[usize::from(version & 7)];
    // Kinds 2 and 3 state that the wallet supports tokens; they pay to the same address as 0 and 1.
    let kind = version >> 3;
    let fits = kind <= 3 && hash.len() == size && (size == 20 || (size == 32 && kind & 1 == 1));
    fits.then(|| Cash {
        prefix: prefix.to_owned(),
        is_script: kind & 1 == 1,
        hash: hash.to_vec(),
    })
}

/// Returns the error for a text that looks like a CashAddr address and is none.
pub fn damaged(text: &str) -> Option<ParseAddressError> {
    let lower = text.to_ascii_lowercase();
    let body = lower.strip_prefix("bitcoincash:").unwrap_or(&lower);
    let is_letters = body.len() == 42 && body.chars().all(|c| Fe32::from_char(c).is_ok());
    let meant = body.len() < lower.len() || (is_letters && body.starts_with(['q', 'p', 'z', 'r']));
    meant.then(|| {
        if is_mixed(text) && parse(&lower).is_some() {
            ParseAddressError::MixedCase { example: EXAMPLE }
        } else {
            ParseAddressError::Damaged {
                like: "a Bitcoin Cash address",
                example: EXAMPLE,
            }
        }
    })
}

/// Computes the checksum of the prefix, a zero, and the letters; it is 0 if the letters end with the right checksum.
fn checksum(prefix: &str, letters: impl Iterator<Item = u8>) -> u64 {
    const GENERATOR: [u64; 5] = [
        0x98_f2bc_8e61,
        0x79_b76d_99e2,
        0xf3_3e5f_b3c4,
        0xae_2eab_e2a8,
        0x1e_4f43_e470,
    ];
    let head = prefix.bytes().map(|b| b & 31).chain([0]);
    let sum = head.chain(letters).fold(1_u64, |sum, letter| {
        let top = sum >> 35;
        let moved = (sum & 0x07_ffff_ffff) << 5 ^ u64::from(letter);
        let taken = GENERATOR.iter().enumerate().filter(|(at, _)| top >> at & 1 == 1);
        taken.fold(moved, |sum, (_, word)| sum ^ word)
    });
    sum ^ 1
}

/// Divides bytes into groups of five bits; the last group is padded with zeros.
fn to_fives(bytes: &[u8]) -> Vec<u8> {
    let bit = |at: usize| bytes.get(at / 8).map_or(0, |byte| byte >> (7 - at % 8) & 1);
    let count = (bytes.len() * 8).div_ceil(5);
    (0..count)
        .map(|five| (0..5).fold(0, |sum, at| sum << 1 | bit(five * 5 + at)))
        .collect()
}

/// Joins groups of five bits to bytes; `None` if the padding is not zero or is a whole group.
fn to_bytes(fives: &[u8]) -> Option<Vec<u8>> {
    let bit = |at: usize| fives[at / 5] >> (4 - at % 5) & 1;
    let bits = fives.len() * 5;
    let left_over = bits % 8;
    let is_blank = left_over < 5 && (bits - left_over..bits).all(|at| bit(at) == 0);
    let byte = |byte: usize| (0..8).fold(0, |sum, at| sum << 1 | bit(byte * 8 + at));
    is_blank.then(|| (0..bits / 8).map(byte).collect())
}
