//! Addresses of EVM chains: `0x` and 40 hex digits, whose capital letters are a checksum.

use sha3::{Digest, Keccak256};

use super::{ParseAddressError, letter_case::is_mixed};

/// The chain id of Rootstock, which uses the checksum of ERC-1191.
const ROOTSTOCK: u64 = 30;
/// The chain id of the test network of Rootstock.
const ROOTSTOCK_TEST: u64 = 31;

/// Encodes with the checksum of ERC-55: a letter is upper case where the digit at the same position of the Keccak-256 hash of
/// the lower-case text is 8 or more.
pub fn write(bytes: [u8; 20]) -> String {
    cased(&hex(&bytes), Keccak256::new())
}

/// Encodes with the checksum of ERC-1191: as ERC-55, with the chain id and `0x` before the hashed text.
fn write_for(chain: u64, digits: &str) -> String {
    cased(digits, Keccak256::new_with_prefix(format!("{chain}0x")))
}

fn cased(digits: &str, begun: Keccak256) -> String {
    let hash = begun.chain_update(digits).finalize();
    let halves = hash.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    let cased = digits
        .chars()
        .zip(halves)
        .map(|(c, half)| if half >= 8 { c.to_ascii_uppercase() } else { c });
    let mut text = String::with_capacity(2 + digits.len());
    text.push_str("0x");
    text.extend(cased);
    text
}

/// Parses a text that begins like an EVM address; `None` for any other text. A text in one case is accepted without a checksum;
/// mixed case must match the checksum of ERC-55, or that of Rootstock. The wallets of Ronin and XDC write `ronin:` and `xdc`
/// in place of `0x`.
pub fn parse(text: &str) -> Option<Result<[u8; 20], ParseAddressError>> {
    canonical(text).map(|found| found.map(|canonical| bytes(&canonical[2..])))
}

/// Does the same and returns the canonical text, with the checksum of ERC-55.
pub fn canonical(text: &str) -> Option<Result<String, ParseAddressError>> {
    let own = ["0x", "0X", "ronin:"].iter().find_map(|mark| text.strip_prefix(mark));
    let xdc = || text.strip_prefix("xdc").filter(|digits| digits.len() == 40);
    own.or_else(xdc).map(checked)
}

fn checked(text: &str) -> Result<String, ParseAddressError> {
    check_digits(text)?;
    let lower = text.to_ascii_lowercase();
    let canonical = cased(&lower, Keccak256::new());
    let is = |canonical: &str| canonical[2..] == *text;
    if !is_mixed(text) || is(&canonical) || is(&write_for(ROOTSTOCK, &lower)) {
        Ok(canonical)
    } else if is(&write_for(ROOTSTOCK_TEST, &lower)) {
        Err(ParseAddressError::Testnet {
            network: "Rootstock's test network",
            example: "0x5aaEB6053f3e94c9b9a09f33669435E7ef1bEAeD",
        })
    } else {
        Err(ParseAddressError::Checksum)
    }
}

/// Decodes 40 hex digits.
pub fn bytes(digits: &str) -> [u8; 20] {
    let nibbles: Vec<u8> = digits
        .bytes()
        .filter_map(|b| char::from(b).to_digit(16)?.try_into().ok())
        .collect();
    let mut bytes = [0; 20];
    for (byte, pair) in bytes.iter_mut().zip(nibbles.chunks_exact(2)) {
        *byte = pair[0] << 4 | pair[1];
    }
    bytes
}

fn check_digits(body: &str) -> Result<(), ParseAddressError> {
    if let Some((at, found)) = body.chars().enumerate().find(|(_, c)| !c.is_ascii_hexdigit()) {
        return Err(ParseAddressError::NotHex { found, place: at + 1 });
    }
    match body.len() {
        40 => Ok(()),
        64 => Err(ParseAddressError::Hash),
        got if got < 40 => Err(ParseAddressError::TooShort { got }),
        got => Err(ParseAddressError::TooLong { got }),
    }
}

fn hex(bytes: &[u8]) -> String {
    let digit = |half: u8| char::from_digit(u32::from(half), 16).unwrap_or_default();
    bytes
        .iter()
        .flat_map(|byte| [digit(byte >> 4), digit(byte & 15)])
        .collect()
}
