//! Addresses of accounts: one canonical text of many forms. Which chains an address is valid on is the chains' to say
//! ([`Form`] in a chain's row).

mod base58;
mod cashaddr;
mod error;
mod evm;
mod family;
mod form;
mod segwit;
mod solana;
mod uri;

#[cfg(test)]
mod tests;

use std::{str::FromStr, sync::Arc};

pub use base58::Versioned;
pub use cashaddr::Cash;
pub use error::ParseAddressError;
pub use family::family;
pub(crate) use family::is_internet_computer_account;
pub use form::Form;
pub use segwit::Witness;
pub use uri::inner;

use crate::ids::text;

/// An address in its one canonical form: on EVM chains `0x` and 40 hex digits with the checksum of ERC-55, in Bech32 and
/// CashAddr lower case, CashAddr without the beginning `bitcoincash:`, in base58 as it is.
///
/// ```
/// use spyhop_ports::Address;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let address: Address = "0xd8da6bf26964af9d7eed9e03e53415d37aa96045".parse()?;
/// assert_eq!(address.as_str(), "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045");
/// assert!("0x12".parse::<Address>().is_err());
/// # Ok(())
/// # }
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Address(Arc<str>);

/// An address taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Parts {
    /// The 20 bytes of an EVM address.
    Evm([u8; 20]),
    /// Base58 with a version byte.
    Base58(Versioned),
    /// Segregated witness.
    Segwit(Witness),
    /// CashAddr.
    Cash(Cash),
    /// The 32 bytes of a Solana address.
    Solana([u8; 32]),
}

impl Address {
    /// From the 20 bytes of an EVM address.
    #[must_use]
    pub fn evm(bytes: [u8; 20]) -> Self {
        Self(evm::write(bytes).into())
    }

    /// From a version and a hash, in base58.
    #[must_use]
    pub fn base58(of: &Versioned) -> Self {
        Self(base58::write(of).into())
    }

    /// From a witness program; `None` where its length or version is that of no address.
    #[must_use]
    pub fn segwit(of: &Witness) -> Option<Self> {
        segwit::write(of).map(|text| Self(text.into()))
    }

    /// From a hash, in CashAddr; `None` where its length is that of no address.
    #[must_use]
    pub fn cash(of: &Cash) -> Option<Self> {
        cashaddr::write(of).map(|text| Self(text.into()))
    }

    /// From the 32 bytes of a Solana address.
    #[must_use]
    pub fn solana(bytes: [u8; 32]) -> Self {
        Self(solana::write(bytes).into())
    }

    /// From a part of a text that holds nothing but canonical addresses, such as an asset's id.
    pub(crate) fn within(canonical: &str) -> Self {
        Self(canonical.into())
    }

    /// Whether a text has the letters of an EVM address in its canonical form, whose checksum is not looked at.
    pub(crate) fn is_written_as_evm(text: &str) -> bool {
        let digits = text.strip_prefix("0x").unwrap_or_default();
        digits.len() == 40 && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
    }

    /// Whether it is an EVM address, which every EVM chain writes alike.
    #[must_use]
    pub fn is_evm(&self) -> bool {
        self.0.starts_with("0x")
    }

    /// The 20 bytes of an EVM address; `None` for one of another form.
    #[must_use]
    pub fn evm_bytes(&self) -> Option<[u8; 20]> {
        self.0.strip_prefix("0x").map(evm::bytes)
    }

    /// The address taken apart. `None` does not happen: every address was made of parts.
    #[must_use]
    pub fn parts(&self) -> Option<Parts> {
        parse(&self.0).ok()
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

/// Takes a text apart; no text has two readings. Base58 with a checksum is of 25 bytes, a Solana address of 32.
fn parse(text: &str) -> Result<Parts, ParseAddressError> {
    if text.is_empty() {
        return Err(ParseAddressError::Empty);
    }
    let evm = || evm::parse(text).map(|found| found.map(Parts::Evm));
    let segwit = || segwit::parse(text).map(|found| found.map(Parts::Segwit));
    let cash = || cashaddr::parse(text).map(|found| found.map(Parts::Cash));
    let base58 = || base58::parse(text).map(|found| found.map(Parts::Base58));
    // A damaged Bech32 text in capitals can happen to be 32 bytes in base58.
    let is_damaged = || !is_mixed(text) && segwit::damaged(text).is_some();
    let solana = || {
        solana::parse(text)
            .filter(|_| !is_damaged())
            .map(|bytes| Ok(Parts::Solana(bytes)))
    };
    evm()
        .or_else(segwit)
        .or_else(cash)
        .or_else(base58)
        .or_else(solana)
        .unwrap_or_else(|| Err(damaged(text)))
}

/// What is wrong with a text of no form.
fn damaged(text: &str) -> ParseAddressError {
    segwit::damaged(text)
        .or_else(|| cashaddr::damaged(text))
        .or_else(|| base58::damaged(text))
        .unwrap_or(ParseAddressError::Unknown)
}

/// Whether capital and small letters stand in one text.
fn is_mixed(text: &str) -> bool {
    text.bytes().any(|b| b.is_ascii_lowercase()) && text.bytes().any(|b| b.is_ascii_uppercase())
}

fn hex(bytes: &[u8]) -> String {
    let digit = |half: u8| char::from_digit(u32::from(half), 16).unwrap_or_default();
    bytes
        .iter()
        .flat_map(|byte| [digit(byte >> 4), digit(byte & 15)])
        .collect()
}

impl FromStr for Address {
    type Err = ParseAddressError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        // Most addresses are EVM's: their checksum is hashed once, to be checked and to be written.
        if let Some(canonical) = evm::canonical(text) {
            return canonical.map(|text| Self(text.into()));
        }
        Ok(match parse(text)? {
            Parts::Evm(bytes) => Self::evm(bytes),
            Parts::Base58(of) => Self::base58(&of),
            Parts::Segwit(of) => Self::segwit(&of).ok_or(ParseAddressError::Unknown)?,
            Parts::Cash(of) => Self::cash(&of).ok_or(ParseAddressError::Unknown)?,
            Parts::Solana(bytes) => Self::solana(bytes),
        })
    }
}

text!(Address);
