//! Asset ids (CAIP-19).

use std::{str::FromStr, sync::Arc};

use crate::{
    address::{Address, Parts},
    ids::chain::ChainId,
    text_type::text,
};

/// An asset's CAIP-19 name, such as `eip155:1/slip44:60` or `eip155:1/erc20:0xA0b8…eB48` (EIP-55).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AssetId {
    text: Arc<str>,
    slash: usize,
}

/// What stands for a chain in the ids of currencies of states.
const CURRENCIES: &str = "fiat:iso4217";

/// Why a text is not an asset id.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("is not an asset id such as eip155:1/slip44:60 (CAIP-19)")]
pub struct ParseAssetIdError;

impl AssetId {
    /// Returns the id of a chain's native asset with this SLIP-44 number.
    #[must_use]
    pub fn native(chain: &ChainId, slip44: u32) -> Self {
        Self::join(chain.as_str(), "slip44", &slip44.to_string())
    }

    /// Returns the id of an ERC-20 token.
    #[must_use]
    pub fn erc20(chain: &ChainId, contract: &Address) -> Self {
        Self::join(chain.as_str(), "erc20", contract.as_str())
    }

    /// Returns the id of a collection of unique tokens (ERC-721). The tokens have ids within it.
    #[must_use]
    pub fn erc721(chain: &ChainId, contract: &Address) -> Self {
        Self::join(chain.as_str(), "erc721", contract.as_str())
    }

    /// Returns the id of a collection of tokens with ids and amounts (ERC-1155).
    #[must_use]
    pub fn erc1155(chain: &ChainId, contract: &Address) -> Self {
        Self::join(chain.as_str(), "erc1155", contract.as_str())
    }

    /// Returns whether it is a collection of tokens with ids, which have no common price.
    #[must_use]
    pub fn is_collection(&self) -> bool {
        ["erc721:", "erc1155:"]
            .iter()
            .any(|namespace| self.text[self.slash + 1..].starts_with(namespace))
    }

    /// Returns the id of an asset that is known by its code at an exchange only. Characters that an id cannot have are percent-encoded;
    /// `None` for an empty code and one that is too long.
    #[must_use]
    pub fn code(exchange: &ChainId, code: &str) -> Option<Self> {
        let letter = |byte: u8| match byte {
            b'-' | b'_' | b'.' => char::from(byte).to_string(),
            _ if byte.is_ascii_alphanumeric() => char::from(byte).to_string(),
            _ => format!("%{byte:02X}"),
        };
        let code: String = code.bytes().map(letter).collect();
        is_code(&code).then(|| Self::join(exchange.as_str(), "code", &code))
    }

    /// Returns the id of a currency of a state, by its ISO 4217 code, wherever it is held.
    #[must_use]
    pub fn of_currency(code: &str) -> Option<Self> {
        let is_iso = code.len() == 3 && code.bytes().all(|byte| byte.is_ascii_uppercase());
        is_iso.then(|| Self::join(CURRENCIES, "code", code))
    }

    /// Returns the ISO 4217 code of a currency of a state; `None` for other assets.
    #[must_use]
    pub fn currency_code(&self) -> Option<&str> {
        let is_currency = &self.text[..self.slash] == CURRENCIES;
        self.text[self.slash + 1..]
            .strip_prefix("code:")
            .filter(|_| is_currency)
    }

    /// Returns whether it is known by a code only: an asset of an exchange, or a currency of a state.
    #[must_use]
    pub fn is_code(&self) -> bool {
        self.text[self.slash + 1..].starts_with("code:")
    }

    /// Returns the id of a Solana token, by its mint.
    #[must_use]
    pub fn mint(chain: &ChainId, mint: &Address) -> Self {
        Self::join(chain.as_str(), "token", mint.as_str())
    }

    /// Returns the id of a token by its contract or mint; `None` for an address format without tokens.
    #[must_use]
    pub fn token(chain: &ChainId, address: &Address) -> Option<Self> {
        match address.parts()? {
            Parts::Evm(_) => Some(Self::erc20(chain, address)),
            Parts::Solana(_) => Some(Self::mint(chain, address)),
            _ => None,
        }
    }

    /// Parses an id from storage, which was validated when it was stored. The checksum of a contract's address is not computed
    /// again, because portfolios have thousands of rows.
    pub fn kept(text: &str) -> Result<Self, ParseAssetIdError> {
        match text.split_once("/erc20:") {
            Some((chain, contract)) if ChainId::check(chain).is_ok() && Address::is_written_as_evm(contract) => {
                Ok(Self {
                    text: text.into(),
                    slash: chain.len(),
                })
            }
            _ => text.parse(),
        }
    }

    fn join(chain: &str, namespace: &str, reference: &str) -> Self {
        Self {
            text: [chain, "/", namespace, ":", reference].concat().into(),
            slash: chain.len(),
        }
    }

    /// Returns its chain.
    #[must_use]
    pub fn chain(&self) -> ChainId {
        self.text[..self.slash].parse().unwrap_or_else(|_| ChainId::evm(0))
    }

    /// Returns the contract of an ERC-20 token; `None` for other assets.
    #[must_use]
    pub fn contract(&self) -> Option<Address> {
        let contract = self.text[self.slash + 1..].strip_prefix("erc20:")?;
        Some(Address::within(contract)).filter(Address::is_evm)
    }

    /// Returns the mint of a Solana token; `None` for other assets.
    #[must_use]
    pub fn minted_by(&self) -> Option<Address> {
        self.text[self.slash + 1..].strip_prefix("token:").map(Address::within)
    }

    /// Returns whether it is the native asset of its chain.
    #[must_use]
    pub fn is_native(&self) -> bool {
        self.text[self.slash + 1..].starts_with("slip44:")
    }

    /// Returns the id as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

impl FromStr for AssetId {
    type Err = ParseAssetIdError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (chain, rest) = text.split_once('/').ok_or(ParseAssetIdError)?;
        ChainId::check(chain).map_err(|_| ParseAssetIdError)?;
        let (namespace, reference) = rest.split_once(':').ok_or(ParseAssetIdError)?;
        let canonical = canonical(namespace, reference).ok_or(ParseAssetIdError)?;
        Ok(Self::join(chain, namespace, &canonical))
    }
}

/// Returns the canonical form of a reference; `None` where it is not valid in its namespace.
fn canonical(namespace: &str, reference: &str) -> Option<String> {
    let address = || reference.parse::<Address>().ok();
    match namespace {
        "erc20" | "erc721" | "erc1155" => address().filter(Address::is_evm).map(|contract| contract.to_string()),
        "token" => address()
            .filter(|mint| matches!(mint.parts(), Some(Parts::Solana(_))))
            .map(|mint| mint.to_string()),
        "slip44" => Some(reference.parse::<u32>().ok()?.to_string()),
        "code" => is_code(reference).then(|| reference.to_owned()),
        _ => None,
    }
}

/// Returns whether a text is a code in an id: 1 to 64 ASCII letters, digits and `-_.%`, as CAIP-19 allows.
fn is_code(text: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.%".contains(&byte);
    (1..=64).contains(&text.len()) && text.bytes().all(fits)
}

text!(AssetId);

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn ids_are_canonical() {
        let id: AssetId = "eip155:1/erc20:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48"
            .parse()
            .unwrap();
        assert_eq!(id.as_str(), "eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48");
        assert_eq!(id.chain(), ChainId::evm(1));
        assert_eq!(
            id.contract().unwrap().as_str(),
            "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"
        );
        assert_eq!("eip155:1/slip44:60".parse::<AssetId>().unwrap().contract(), None);
        assert_eq!(AssetId::kept(id.as_str()), Ok(id));
        for bad in [
            "",
            "eip155:1",
            "eip155:1/erc20:0x12",
            "eip155:1/erc20:0xg0b86991c6218b36c1d19d4a2e9eb0ce3606eb48",
            "x/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48",
            "eip155:1/slip44:x",
            "eip155:1/nft:1",
            "x/slip44:1",
        ] {
            assert!(bad.parse::<AssetId>().is_err(), "{bad}");
            assert!(AssetId::kept(bad).is_err(), "{bad}");
        }
    }

    fn any_id() -> impl Strategy<Value = AssetId> {
        let chain = || "[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}".prop_map(|text| text.parse::<ChainId>().unwrap());
        let contract = proptest::array::uniform20(0..=255_u8).prop_map(Address::evm);
        let mint = proptest::array::uniform32(0..=255_u8).prop_map(Address::solana);
        prop_oneof![
            (chain(), any::<u32>()).prop_map(|(chain, number)| AssetId::native(&chain, number)),
            (chain(), contract).prop_map(|(chain, contract)| AssetId::erc20(&chain, &contract)),
            (chain(), mint).prop_map(|(chain, mint)| AssetId::mint(&chain, &mint)),
        ]
    }

    proptest! {
        /// CAIP-2 and CAIP-19: a printed id parses back to itself, and so do its parts.
        #[test]
        fn a_printed_id_is_its_own(id in any_id()) {
            let again: AssetId = id.to_string().parse().unwrap();
            prop_assert_eq!(&again, &id);
            prop_assert_eq!(&AssetId::kept(id.as_str()).unwrap(), &id);
            prop_assert_eq!(again.chain().as_str().parse::<ChainId>().unwrap(), id.chain());
            let kinds = [id.is_native(), id.contract().is_some(), id.minted_by().is_some()];
            prop_assert_eq!(kinds.iter().filter(|is| **is).count(), 1);
            let quoted = serde_json::to_string(&id).unwrap();
            prop_assert_eq!(serde_json::from_str::<AssetId>(&quoted).unwrap(), id);
        }

        /// Every spelling of a contract is the same token.
        #[test]
        fn a_contract_has_one_id(contract in proptest::array::uniform20(0..=255_u8), chain: u64) {
            let id = AssetId::erc20(&ChainId::evm(chain), &Address::evm(contract));
            let small = id.as_str().to_lowercase();
            prop_assert_eq!(small.parse::<AssetId>().unwrap(), id);
        }

        #[test]
        fn no_text_breaks_the_parser(text in "\\PC{0,80}") {
            if let Ok(id) = text.parse::<AssetId>() {
                prop_assert_eq!(id.as_str().parse::<AssetId>().unwrap(), id);
            }
        }
    }
}
