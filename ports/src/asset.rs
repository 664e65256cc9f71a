//! Assets: coins and tokens.

use std::{str::FromStr, sync::Arc};

use async_trait::async_trait;

use crate::{
    address::{Address, Parts},
    chain::id::ChainId,
    clock::Timestamp,
    ids::text,
    source::SourceId,
    storage::StorageError,
};

/// An asset's CAIP-19 name, such as `eip155:1/slip44:60` or `eip155:1/erc20:0xA0b8…eB48` (EIP-55).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AssetId {
    text: Arc<str>,
    slash: usize,
}

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
        "erc20" => address().filter(Address::is_evm).map(|contract| contract.to_string()),
        "token" => address()
            .filter(|mint| matches!(mint.parts(), Some(Parts::Solana(_))))
            .map(|mint| mint.to_string()),
        "slip44" => Some(reference.parse::<u32>().ok()?.to_string()),
        _ => None,
    }
}

text!(AssetId);

/// Symbol, name and decimals of an asset. Data from a chain is untrusted: make it with [`Metadata::cleaned`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Metadata {
    /// Symbol, at most 32 characters; empty where the contract has none.
    pub symbol: String,
    /// Name, at most 64 characters; empty where the contract has none.
    pub name: String,
    /// Decimal places; `None` where the contract does not state them, and the asset then cannot be valued.
    pub decimals: Option<u8>,
}

impl Metadata {
    /// Truncates the texts, and removes control and direction-changing characters.
    #[must_use]
    pub fn cleaned(symbol: &str, name: &str, decimals: Option<u8>) -> Self {
        Self {
            symbol: clean(symbol, 32),
            name: clean(name, 64),
            decimals,
        }
    }
}

/// Cleans untrusted text for display: removes control, format and direction characters, collapses spaces, and truncates
/// to `limit` characters.
#[must_use]
pub fn clean(text: &str, limit: usize) -> String {
    let shown: String = text
        .chars()
        .map(|c| if c.is_whitespace() { ' ' } else { c })
        .filter(|c| !hidden(*c))
        .collect();
    let words: Vec<&str> = shown.split(' ').filter(|word| !word.is_empty()).collect();
    words
        .join(" ")
        .chars()
        .take(limit)
        .collect::<String>()
        .trim_end()
        .to_owned()
}

/// Whether a character is invisible or has no fixed shape: control characters, direction marks, joiners, tags, blank
/// letters and private-use characters. They make one text look like another.
fn hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{feff}')
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
        || matches!(
            c,
            '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{2800}' | '\u{3164}' | '\u{ffa0}'
        )
        || matches!(c, '\u{180b}'..='\u{180f}' | '\u{fe00}'..='\u{fe0f}' | '\u{fff0}'..='\u{ffff}')
        || matches!(c, '\u{e0000}'..='\u{e0fff}' | '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..)
}

/// The maximum number of tokens per chain that are read beside the start list and the tokens held by any account here. A
/// reader requests about 200 tokens per call, so that lists cost each reading at most three more calls.
pub const LOOKED_FOR: u32 = 600;

/// The origin of an asset that is known only because users added it.
pub const ADDED_ORIGIN: &str = "added";

/// An asset with its metadata and origin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asset {
    /// Which asset.
    pub id: AssetId,
    /// Symbol, name and decimals.
    pub metadata: Metadata,
    /// The group: assets of one group are shown as one (ether on every chain). By default the id itself.
    pub group: String,
    /// The origin of the row: `start-list`, `list:<id>` for a published list, `chain` where its contract was found in an
    /// account, `explorer:<id>`, or [`added`](ADDED_ORIGIN) by a user. A row that comes only from a published list or a user
    /// takes over the origin of the next source that names the asset.
    pub origin: String,
    /// Whether the contract confirmed symbol and decimals.
    pub confirmed: bool,
    /// Since when the contract cannot be read; it is then read in a call of its own.
    pub unreadable_since: Option<Timestamp>,
    /// Whether the start list or a published list names it now. Set by storage when reading; ignored when writing.
    pub listed: bool,
    /// The number of addresses that hold it; `None` where unknown, which differs from zero.
    pub holders: Option<Holders>,
    /// The decimals by a list, where the contract was read and does not state them.
    pub assumed: Option<AssumedDecimals>,
}

/// The decimals of a token by a list. They are not used for quantities until a user accepts them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssumedDecimals {
    /// Decimal places.
    pub decimals: u8,
    /// The origin of the row that stated them, as in [`Asset::origin`].
    pub by: String,
}

/// The number of addresses that hold an asset, by an explorer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holders {
    /// The number.
    pub count: u32,
    /// The source of the number.
    pub by: SourceId,
    /// When the source reported it.
    pub at: Timestamp,
}

impl Asset {
    /// Returns whether it is known only because users added it; other users do not see it.
    #[must_use]
    pub fn only_added(&self) -> bool {
        self.origin == ADDED_ORIGIN && !self.listed
    }

    /// Returns whether only lists name it, and no account here was ever seen to hold it.
    #[must_use]
    pub fn only_listed(&self) -> bool {
        !self.confirmed && (self.ships() || self.origin.starts_with("list:"))
    }

    /// Returns whether it comes from the built-in start list.
    #[must_use]
    pub fn ships(&self) -> bool {
        self.origin == "start-list"
    }
}

/// Reads the known assets.
#[cfg_attr(any(test, feature = "mock"), mockall::automock)]
#[async_trait]
pub trait AssetReader: Send + Sync {
    /// Returns the rows of these assets; unknown ones are left out.
    async fn find(&self, ids: &[AssetId]) -> Result<Vec<Asset>, StorageError>;

    /// Returns the tokens of a chain that are read in every account (the token universe), those with readable contracts
    /// first.
    ///
    /// It always contains the start list and the tokens held by any account here. Of all others it contains at most
    /// [`LOOKED_FOR`], in this order: tokens whose contract was found before; tokens that an explorer named; tokens of
    /// published lists, by the number of lists and then by position in a list. Tokens that only lists name and whose
    /// contract cannot be read are left out, and so are tokens that only users added.
    async fn universe(&self, chain: &ChainId) -> Result<Vec<Asset>, StorageError>;
}

/// Writes assets.
#[async_trait]
pub trait AssetWriter: Send {
    /// Adds new rows. A known row keeps its values and takes only missing ones, except the number of holders, which is
    /// replaced.
    async fn add(&mut self, assets: &[Asset]) -> Result<(), StorageError>;

    /// Replaces metadata by what the contracts state. Fields that a contract does not state are unchanged.
    async fn confirm(&mut self, assets: &[(AssetId, Metadata)]) -> Result<(), StorageError>;

    /// Records which contracts cannot be read (`Some`) or can be read again (`None`).
    async fn mark_unreadable(&mut self, ids: &[AssetId], since: Option<Timestamp>) -> Result<(), StorageError>;
}

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

    #[test]
    fn hostile_text_is_made_plain() {
        assert_eq!(clean("US\u{202e}DC\u{200b}\n\tcoin\0", 32), "USDC coin");
        for unseen in [
            "\u{3164}",
            "\u{2800}",
            "\u{34f}",
            "\u{fe0f}",
            "\u{e0101}",
            "\u{f0000}",
            "\u{2066}",
        ] {
            assert_eq!(clean(&format!("USDC{unseen}"), 32), "USDC", "{unseen:?}");
        }
        assert_eq!(clean("Größe 中文 ☃ 한글", 32), "Größe 中文 ☃ 한글");
        assert_eq!(clean(&"x".repeat(10_000), 32).len(), 32);
        assert_eq!(clean("  ", 32), "");
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
        /// CAIP-2 and CAIP-19: what is printed is read as the same, whole and in parts.
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

        /// Every writing of a contract is one token.
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

        #[test]
        fn clean_text_stays_as_it_is(text in "\\PC{0,80}", limit in 1..64_usize) {
            let cleaned = clean(&text, limit);
            prop_assert!(cleaned.chars().count() <= limit);
            prop_assert_eq!(clean(&cleaned, limit), cleaned);
        }
    }
}
