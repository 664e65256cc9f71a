//! Account ids (CAIP-10).

use std::{fmt, str::FromStr};

use crate::{address::Address, ids::chain::ChainId};

/// An account: one address on one chain, stored once for all users who watch it. What a person has at an exchange is an account
/// too, of their own: the exchange is the chain, as in `exchange:kraken:kraken.4hK2mQ8tYzB1nW6rC3xVdE`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub struct AccountId {
    /// The chain.
    pub chain: ChainId,
    /// The address in its canonical spelling.
    pub address: Address,
}

/// Why a text is not an account id.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("is not an account id such as eip155:1:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045 (CAIP-10)")]
pub struct ParseAccountIdError;

impl fmt::Display for AccountId {
    /// CAIP-10: `eip155:1:0x…`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.chain, self.address)
    }
}

impl AccountId {
    /// Parses an id from storage, which was validated when it was stored; like [`AssetId::kept`](crate::chain::asset::AssetId::kept).
    pub fn kept(text: &str) -> Result<Self, ParseAccountIdError> {
        match parts(text)? {
            (chain, address) if Address::is_written_as_evm(address) => Ok(Self {
                chain: chain.parse().map_err(|_| ParseAccountIdError)?,
                address: Address::within(address),
            }),
            _ => text.parse(),
        }
    }
}

impl FromStr for AccountId {
    type Err = ParseAccountIdError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (chain, address) = parts(text)?;
        let chain = chain.parse().map_err(|_| ParseAccountIdError)?;
        let address = address.parse().map_err(|_| ParseAccountIdError)?;
        Ok(Self { chain, address })
    }
}

/// Splits an id into chain and address. A chain id has one colon; an address may contain another one.
fn parts(text: &str) -> Result<(&str, &str), ParseAccountIdError> {
    let colon = text.match_indices(':').nth(1).ok_or(ParseAccountIdError)?.0;
    Ok((&text[..colon], &text[colon + 1..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_follow_caip_10() {
        let text = "eip155:1:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
        assert_eq!(text.parse::<AccountId>().unwrap().to_string(), text);
        assert_eq!(AccountId::kept(text).unwrap().to_string(), text);
        let cash = "bip122:000000000000000000651ef99cb9fcbe:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a";
        assert_eq!(cash.parse::<AccountId>().unwrap().to_string(), cash);
        assert_eq!(AccountId::kept(cash).unwrap().to_string(), cash);
        let exchange = "exchange:kraken:kraken.4hK2mQ8tYzB1nW6rC3xVdE";
        assert_eq!(exchange.parse::<AccountId>().unwrap().to_string(), exchange);
        assert_eq!(AccountId::kept(exchange).unwrap().to_string(), exchange);
        assert!(AccountId::kept("eip155:1:0x12").is_err());
        assert!("eip155:1".parse::<AccountId>().is_err());
    }
}
