//! Addresses of accounts: one canonical text in one of several forms. The rows of the chains state where an address is valid
//! ([`Form`]).

mod base58;
mod cashaddr;
mod error;
mod evm;
mod exchange;
mod family;
mod form;
mod letter_case;
mod segwit;
mod solana;
mod uri;

#[cfg(test)]
mod tests;

use std::{str::FromStr, sync::Arc};

pub use base58::Versioned;
pub use cashaddr::Cash;
pub use error::ParseAddressError;
pub use exchange::ExchangeAccount;
pub use family::family;
pub(crate) use family::is_internet_computer_account;
pub use form::Form;
pub use segwit::Witness;
pub use uri::inner;

use self::letter_case::is_mixed;
use crate::text_type::text;

/// An address in its canonical spelling: `0x` and 40 hex digits with the checksum of ERC-55 on EVM chains; lower case in Bech32
/// and CashAddr, the latter without the prefix `bitcoincash:`; unchanged in base58.
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

/// The parts of an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Parts {
    /// The 20 bytes of an EVM address.
    Evm([u8; 20]),
    /// Base58check with a version byte.
    Base58(Versioned),
    /// Segregated witness.
    Segwit(Witness),
    /// CashAddr.
    Cash(Cash),
    /// The 32 bytes of a Solana address.
    Solana([u8; 32]),
    /// An account at an exchange.
    Exchange(ExchangeAccount),
}

impl Address {
    /// Makes an EVM address of its 20 bytes.
    #[must_use]
    pub fn evm(bytes: [u8; 20]) -> Self {
        Self(evm::write(bytes).into())
    }

    /// Makes a base58 address of a version and a hash.
    #[must_use]
    pub fn base58(of: &Versioned) -> Self {
        Self(base58::write(of).into())
    }

    /// Makes an address of a witness program; `None` if its length or version is invalid.
    #[must_use]
    pub fn segwit(of: &Witness) -> Option<Self> {
        segwit::write(of).map(|text| Self(text.into()))
    }

    /// Makes a CashAddr address of a hash; `None` if its length is invalid.
    #[must_use]
    pub fn cash(of: &Cash) -> Option<Self> {
        cashaddr::write(of).map(|text| Self(text.into()))
    }

    /// Makes a Solana address of its 32 bytes.
    #[must_use]
    pub fn solana(bytes: [u8; 32]) -> Self {
        Self(solana::write(bytes).into())
    }

    /// Makes the address of an account at an exchange.
    #[must_use]
    pub fn exchange(of: &ExchangeAccount) -> Self {
        Self(exchange::write(of).into())
    }

    /// Parses an address from storage, which was validated when it was stored. The checksum of an EVM address is not computed
    /// again, because ledgers have many thousands of rows.
    pub fn kept(text: &str) -> Result<Self, ParseAddressError> {
        if Self::is_written_as_evm(text) {
            return Ok(Self::within(text));
        }
        text.parse()
    }

    /// Wraps part of a text that contains only canonical addresses, such as an asset id.
    pub(crate) fn within(canonical: &str) -> Self {
        Self(canonical.into())
    }

    /// Returns whether a text is `0x` and 40 hex digits; the checksum is not verified.
    pub(crate) fn is_written_as_evm(text: &str) -> bool {
        let digits = text.strip_prefix("0x").unwrap_or_default();
        digits.len() == 40 && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
    }

    /// Returns whether it is an EVM address. All EVM chains spell it the same.
    #[must_use]
    pub fn is_evm(&self) -> bool {
        self.0.starts_with("0x")
    }

    /// Returns the 20 bytes of an EVM address; `None` for other forms.
    #[must_use]
    pub fn evm_bytes(&self) -> Option<[u8; 20]> {
        self.0.strip_prefix("0x").map(evm::bytes)
    }

    /// Returns whether it is an account at an exchange, which a person connected and did not enter.
    #[must_use]
    pub fn is_of_exchange(&self) -> bool {
        exchange::parse(&self.0).is_some()
    }

    /// Returns the parts of the address. It is never `None` in practice, because every address was made of valid parts.
    #[must_use]
    pub fn parts(&self) -> Option<Parts> {
        parse(&self.0).ok()
    }

    /// Returns the canonical text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the first six and last four characters, for display where space is limited: `0x8a12…c40f`. Of an account at an
    /// exchange, the name of the exchange and the last four characters.
    #[must_use]
    pub fn short(&self) -> String {
        let shown = exchange::parse(&self.0).map_or(6, |account| account.exchange.len());
        format!("{}…{}", &self.0[..shown], &self.0[self.0.len() - 4..])
    }
}

/// Parses a text. No text has two readings: base58check has 25 bytes, a Solana address 32, and only that of an exchange a dot.
fn parse(text: &str) -> Result<Parts, ParseAddressError> {
    if text.is_empty() {
        return Err(ParseAddressError::Empty);
    }
    let evm = || evm::parse(text).map(|found| found.map(Parts::Evm));
    let segwit = || segwit::parse(text).map(|found| found.map(Parts::Segwit));
    let cash = || cashaddr::parse(text).map(|found| found.map(Parts::Cash));
    let base58 = || base58::parse(text).map(|found| found.map(Parts::Base58));
    // A damaged Bech32 text in upper case can be 32 bytes in base58 by chance.
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
        .or_else(|| exchange::parse(text).map(|account| Ok(Parts::Exchange(account))))
        .unwrap_or_else(|| Err(damaged(text)))
}

/// Returns the error for a text that has no known form.
fn damaged(text: &str) -> ParseAddressError {
    segwit::damaged(text)
        .or_else(|| cashaddr::damaged(text))
        .or_else(|| base58::damaged(text))
        .unwrap_or(ParseAddressError::Unknown)
}

impl FromStr for Address {
    type Err = ParseAddressError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        // Most addresses are EVM ones. This path hashes the checksum once, for the check and for the canonical text.
        if let Some(canonical) = evm::canonical(text) {
            return canonical.map(|text| Self(text.into()));
        }
        Ok(match parse(text)? {
            Parts::Evm(bytes) => Self::evm(bytes),
            Parts::Base58(of) => Self::base58(&of),
            Parts::Segwit(of) => Self::segwit(&of).ok_or(ParseAddressError::Unknown)?,
            Parts::Cash(of) => Self::cash(&of).ok_or(ParseAddressError::Unknown)?,
            Parts::Solana(bytes) => Self::solana(bytes),
            Parts::Exchange(of) => Self::exchange(&of),
        })
    }
}

text!(Address);
