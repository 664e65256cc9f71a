//! The group that a user puts wallets in.

use std::str::FromStr;

use crate::chain::asset::clean;

/// The most characters of a name.
const MAX_CHARS: usize = 40;

/// The name of a group of wallets: 1 to 40 characters, with control and invisible characters removed. Wallets with equal names
/// belong to one group, which exists while a wallet is in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WalletGroup(String);

/// Why a text is not the name of a group.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseWalletGroupError {
    /// No visible character.
    #[error("A group needs a name of at least one character, such as Treasury.")]
    Empty,
    /// Over 40 characters.
    #[error("The name of a group can have up to 40 characters.")]
    TooLong,
}

impl WalletGroup {
    /// Returns the name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for WalletGroup {
    type Err = ParseWalletGroupError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let name = clean(text, MAX_CHARS + 1);
        match name.chars().count() {
            0 => Err(ParseWalletGroupError::Empty),
            count if count > MAX_CHARS => Err(ParseWalletGroupError::TooLong),
            _ => Ok(Self(name)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_cleaned_and_bounded() {
        let cleaned = " Trea\u{202e}sury ".parse::<WalletGroup>().unwrap();
        assert_eq!(cleaned.as_str(), "Treasury");
        assert_eq!(Ok(cleaned), "Treasury".parse(), "equal names are one group");
        assert_eq!("\u{200b}".parse::<WalletGroup>(), Err(ParseWalletGroupError::Empty));
        assert_eq!(
            "é".repeat(41).parse::<WalletGroup>(),
            Err(ParseWalletGroupError::TooLong)
        );
        assert!("é".repeat(40).parse::<WalletGroup>().is_ok());
    }
}
