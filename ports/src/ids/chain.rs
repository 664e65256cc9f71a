//! Chain ids (CAIP-2).

use std::{str::FromStr, sync::Arc};

use crate::text_type::text;

/// A chain's CAIP-2 name, such as `eip155:1`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ChainId(Arc<str>);

/// Why a text is not a chain id.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("is not a chain id such as eip155:1 (CAIP-2)")]
pub struct ParseChainIdError;

impl ChainId {
    /// Returns the id of the EVM chain with this chain id number.
    #[must_use]
    pub fn evm(number: u64) -> Self {
        Self(format!("eip155:{number}").into())
    }

    /// Returns the chain id number of an EVM chain; `None` for other chains.
    #[must_use]
    pub fn evm_number(&self) -> Option<u64> {
        self.0.strip_prefix("eip155:")?.parse().ok()
    }

    /// Returns whether it is an exchange, such as `exchange:kraken`.
    #[must_use]
    pub fn is_exchange(&self) -> bool {
        self.0.starts_with("exchange:")
    }

    /// Returns the id as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Checks the CAIP-2 syntax: `namespace` of 3 to 8 of `[-a-z0-9]`, a colon, `reference` of 1 to 32 of `[-_a-zA-Z0-9]`.
    pub(crate) fn check(text: &str) -> Result<(), ParseChainIdError> {
        let (namespace, reference) = text.split_once(':').ok_or(ParseChainIdError)?;
        let namespace_fits = (3..=8).contains(&namespace.len())
            && namespace
                .bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
        let reference_fits = (1..=32).contains(&reference.len())
            && reference
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
        if namespace_fits && reference_fits {
            Ok(())
        } else {
            Err(ParseChainIdError)
        }
    }
}

impl FromStr for ChainId {
    type Err = ParseChainIdError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::check(text).map(|()| Self(text.into()))
    }
}

text!(ChainId);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chain_ids_follow_caip_2() {
        for good in [
            "eip155:1",
            "bip122:000000000019d6689c085ae165831e93",
            "cosmos:cosmoshub-4",
        ] {
            assert_eq!(good.parse::<ChainId>().unwrap().as_str(), good);
        }
        for bad in [
            "",
            "eip155",
            "eip155:",
            "EIP155:1",
            "ab:1",
            "eip155:1 ",
            "bip122:000000000019d6689c085ae165831e930",
        ] {
            assert!(bad.parse::<ChainId>().is_err(), "{bad}");
        }
        assert_eq!(ChainId::evm(10).evm_number(), Some(10));
    }
}
