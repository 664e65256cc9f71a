//! Addresses of accounts.

use std::{fmt, str::FromStr};

use sha3::{Digest, Keccak256};

/// An address in its one canonical form: on EVM chains `0x` and 40 hex digits with the EIP-55 checksum.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Address(String);

/// What is wrong with a text that should be an address. The texts are shown to people as they are.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseAddressError {
    /// Nothing there.
    #[error("Paste an address such as 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045, or a name such as vitalik.eth.")]
    Empty,
    /// `0x` and too few digits.
    #[error("{missing} {} missing: {got} of the 40 after 0x. Paste it again.", plural(*.missing, "character is", "characters are"))]
    TooShort {
        /// How many digits there are after `0x`.
        got: usize,
        /// How many are missing.
        missing: usize,
    },
    /// `0x` and too many digits.
    #[error("{extra} {} too many: {got} after 0x instead of 40. Paste it again.", plural(*.extra, "character", "characters"))]
    TooLong {
        /// How many digits there are after `0x`.
        got: usize,
        /// How many are too many.
        extra: usize,
    },
    /// 64 hex digits: the length of a transaction hash or of a private key.
    #[error("This is as long as a transaction hash, not an address. An address has 40 characters after 0x.")]
    Hash,
    /// A character that is not a hex digit.
    #[error("“{found}” at place {place} cannot stand in an address: after 0x only 0–9 and a–f can.")]
    NotHex {
        /// The character.
        found: char,
        /// Its place, counted from 1 after `0x`.
        place: usize,
    },
    /// Capital letters that do not match the checksum.
    #[error(
        "The capital letters do not match the address, so a character is probably wrong. Copy it again from where it is shown."
    )]
    Checksum,
    /// Nothing that we know.
    #[error(
        "This is not an address we know. An address looks like 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045, a name like vitalik.eth."
    )]
    Unknown,
}

fn plural<'a>(count: usize, one: &'a str, many: &'a str) -> &'a str {
    if count == 1 { one } else { many }
}

impl Address {
    /// From the 20 bytes of an EVM address.
    #[must_use]
    pub fn evm(bytes: [u8; 20]) -> Self {
        Self(checksummed(&hex(&bytes)))
    }

    /// The 20 bytes of an EVM address.
    #[must_use]
    pub fn evm_bytes(&self) -> [u8; 20] {
        let digits: Vec<u8> = self
            .0
            .bytes()
            .skip(2)
            .filter_map(|b| char::from(b).to_digit(16)?.try_into().ok())
            .collect();
        let mut bytes = [0; 20];
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
            *byte = pair[0] << 4 | pair[1];
        }
        bytes
    }

    /// The canonical text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The first six and last four characters, for places where space is short: `0x8a12…c40f`.
    #[must_use]
    pub fn short(&self) -> String {
        format!("{}…{}", &self.0[..6], &self.0[self.0.len() - 4..])
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |text, byte| {
        text + &format!("{byte:02x}")
    })
}

/// EIP-55: a letter is a capital where the same place of the Keccak-256 hash of the lower-case text is 8 or more.
fn checksummed(lower: &str) -> String {
    let hash = hex(&Keccak256::digest(lower.as_bytes()));
    let cased = lower
        .chars()
        .zip(hash.chars())
        .map(|(c, h)| if h >= '8' { c.to_ascii_uppercase() } else { c });
    "0x".chars().chain(cased).collect()
}

impl FromStr for Address {
    type Err = ParseAddressError;

    /// All lower case and all capitals are accepted; mixed case must carry the right EIP-55 checksum.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        if text.is_empty() {
            return Err(ParseAddressError::Empty);
        }
        let body = text
            .strip_prefix("0x")
            .or_else(|| text.strip_prefix("0X"))
            .ok_or(ParseAddressError::Unknown)?;
        check_digits(body)?;
        let canonical = checksummed(&body.to_ascii_lowercase());
        let cased = body.bytes().any(|b| b.is_ascii_lowercase()) && body.bytes().any(|b| b.is_ascii_uppercase());
        if cased && canonical[2..] != *body {
            Err(ParseAddressError::Checksum)
        } else {
            Ok(Self(canonical))
        }
    }
}

fn check_digits(body: &str) -> Result<(), ParseAddressError> {
    if let Some((at, found)) = body.chars().enumerate().find(|(_, c)| !c.is_ascii_hexdigit()) {
        return Err(ParseAddressError::NotHex { found, place: at + 1 });
    }
    match body.len() {
        40 => Ok(()),
        64 => Err(ParseAddressError::Hash),
        got if got < 40 => Err(ParseAddressError::TooShort { got, missing: 40 - got }),
        got => Err(ParseAddressError::TooLong { got, extra: got - 40 }),
    }
}

impl TryFrom<String> for Address {
    type Error = ParseAddressError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<Address> for String {
    fn from(address: Address) -> Self {
        address.0
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VITALIK: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";

    #[test]
    fn every_writing_of_an_address_is_one_address() {
        for text in [
            VITALIK.to_owned(),
            VITALIK.to_lowercase(),
            VITALIK.to_uppercase(),
            format!(" {VITALIK}\n"),
        ] {
            let address: Address = text.parse().unwrap();
            assert_eq!(address.as_str(), VITALIK);
            assert_eq!(Address::evm(address.evm_bytes()), address);
        }
        assert_eq!(VITALIK.parse::<Address>().unwrap().short(), "0xd8dA…6045");
    }

    #[test]
    fn what_is_wrong_is_said() {
        let say = |text: &str| text.parse::<Address>().unwrap_err().to_string();
        assert_eq!(
            say(&VITALIK[..41]),
            "1 character is missing: 39 of the 40 after 0x. Paste it again."
        );
        assert_eq!(
            say(&VITALIK[..40]),
            "2 characters are missing: 38 of the 40 after 0x. Paste it again."
        );
        assert_eq!(
            say(&format!("{VITALIK}a")),
            "1 character too many: 41 after 0x instead of 40. Paste it again."
        );
        assert!(say(&VITALIK.replace('B', "G")).starts_with("“G” at place 6 cannot stand"));
        assert!(say(&VITALIK.replace("dA6B", "da6B")).starts_with("The capital letters do not match"));
        assert!(say(&format!("0x{}", "a".repeat(64))).contains("transaction hash"));
        assert!(say("hello").starts_with("This is not an address"));
    }
}
