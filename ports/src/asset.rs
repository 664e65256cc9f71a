//! Assets: coins and tokens.

use std::{str::FromStr, sync::Arc};

use async_trait::async_trait;

use crate::{
    address::{Address, Parts},
    chain::ChainId,
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
    /// The native asset of a chain, by its SLIP-44 number.
    #[must_use]
    pub fn native(chain: &ChainId, slip44: u32) -> Self {
        Self::join(chain.as_str(), "slip44", &slip44.to_string())
    }

    /// An ERC-20 token.
    #[must_use]
    pub fn erc20(chain: &ChainId, contract: &Address) -> Self {
        Self::join(chain.as_str(), "erc20", contract.as_str())
    }

    /// A token of Solana, by its mint.
    #[must_use]
    pub fn mint(chain: &ChainId, mint: &Address) -> Self {
        Self::join(chain.as_str(), "token", mint.as_str())
    }

    /// A token by the address of its contract or mint; `None` for an address of a form that has no tokens.
    #[must_use]
    pub fn token(chain: &ChainId, address: &Address) -> Option<Self> {
        match address.parts()? {
            Parts::Evm(_) => Some(Self::erc20(chain, address)),
            Parts::Solana(_) => Some(Self::mint(chain, address)),
            _ => None,
        }
    }

    /// From a text that was an id when it was stored. That the letters of a contract's address carry their checksum is not
    /// computed again: portfolios are read by the thousand rows.
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

    /// The chain it lives on.
    #[must_use]
    pub fn chain(&self) -> ChainId {
        self.text[..self.slash].parse().unwrap_or_else(|_| ChainId::evm(0))
    }

    /// The contract of an ERC-20 token; `None` for a native asset.
    #[must_use]
    pub fn contract(&self) -> Option<Address> {
        let contract = self.text[self.slash + 1..].strip_prefix("erc20:")?;
        Some(Address::within(contract)).filter(Address::is_evm)
    }

    /// What a token of Solana is minted by; `None` for anything else.
    #[must_use]
    pub fn minted_by(&self) -> Option<Address> {
        self.text[self.slash + 1..].strip_prefix("token:").map(Address::within)
    }

    /// Whether it is the coin of its chain and no token.
    #[must_use]
    pub fn is_native(&self) -> bool {
        self.text[self.slash + 1..].starts_with("slip44:")
    }

    /// The whole text.
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

/// How a reference is written; `None` where it is none of its namespace.
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

/// What is known of an asset. Chain data is hostile: build it with [`Metadata::cleaned`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Metadata {
    /// Symbol for people, at most 32 characters; empty when the contract does not say.
    pub symbol: String,
    /// Name for people, at most 64 characters; empty when the contract does not say.
    pub name: String,
    /// Places of the smallest unit; `None` when the contract does not say, and then the asset cannot be valued.
    pub decimals: Option<u8>,
}

impl Metadata {
    /// Bounds the texts and takes out control and direction-changing characters.
    #[must_use]
    pub fn cleaned(symbol: &str, name: &str, decimals: Option<u8>) -> Self {
        Self {
            symbol: clean(symbol, 32),
            name: clean(name, 64),
            decimals,
        }
    }
}

/// Text from outside made fit to show: no control, format or direction characters, single spaces, at most `limit`.
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

/// Control characters, marks that change the direction of text, joiners, tags, letters without a shape and what fonts make
/// up themselves: they make one text look like another.
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

/// Tokens of one chain that are looked for at most, beside the start list and what somebody here holds. A reader asks
/// some 200 tokens in one call: these cost each reading of an account three calls more, and no list can make it more.
pub const LOOKED_FOR: u32 = 600;

/// An asset and what is known of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asset {
    /// Which asset.
    pub id: AssetId,
    /// What is known of it.
    pub metadata: Metadata,
    /// Assets of one group are the same thing to a person (ether on every chain); by default the id itself.
    pub group: String,
    /// Where the row comes from: `start-list`, `list:<id>` of a published list, `chain` when its contract was met,
    /// `explorer:<id>`, [`added`](crate::added_token::ORIGIN) by a person. A row that only a published list or a person brought
    /// takes over the origin of the next source that names the asset.
    pub origin: String,
    /// Whether the contract itself confirmed symbol and decimals.
    pub confirmed: bool,
    /// When the contract could last not be read, so that it is asked apart from the others.
    pub unreadable_since: Option<Timestamp>,
    /// Whether the start list or a published one names it, as they were last read. The store says so of what it reads;
    /// it is not written.
    pub listed: bool,
    /// How many addresses hold it; `None` where nobody said, which is not zero.
    pub holders: Option<Holders>,
    /// The decimals that a list states, where the contract was read and does not state them.
    pub assumed: Option<AssumedDecimals>,
}

/// The decimals of a token as a list states them. No quantity is counted by them until a person accepts them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssumedDecimals {
    /// Digits behind the point of one whole unit.
    pub decimals: u8,
    /// The origin of the row that stated them, as in [`Asset::origin`].
    pub by: String,
}

/// How many addresses hold an asset, as somebody counted them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holders {
    /// So many.
    pub count: u32,
    /// Who counted them.
    pub by: SourceId,
    /// When that was said.
    pub at: Timestamp,
}

impl Asset {
    /// Whether it is known only because people added it: nobody else sees it.
    #[must_use]
    pub fn only_added(&self) -> bool {
        self.origin == crate::added_token::ORIGIN && !self.listed
    }

    /// Whether nothing but a list ever spoke of it: no account here was seen to hold it.
    #[must_use]
    pub fn only_listed(&self) -> bool {
        !self.confirmed && (self.ships() || self.origin.starts_with("list:"))
    }

    /// Whether it is of the start list, which ships with the program.
    #[must_use]
    pub fn ships(&self) -> bool {
        self.origin == "start-list"
    }
}

/// Reads the known assets.
#[cfg_attr(any(test, feature = "mock"), mockall::automock)]
#[async_trait]
pub trait AssetStore: Send + Sync {
    /// The rows of these assets; unknown ones are absent.
    async fn find(&self, ids: &[AssetId]) -> Result<Vec<Asset>, StorageError>;

    /// The tokens of a chain that are looked for in an account: the token universe, well-behaved contracts first.
    ///
    /// Always in it are the start list and what somebody here holds. Of all others at most [`LOOKED_FOR`], in this
    /// order: tokens whose contract was met before; tokens that an explorer named; tokens of published lists, those of
    /// the most lists first and then by their place in a list. A token that lists alone name and whose contract could not
    /// be read is left out, and so is one that is known only because a person added it.
    async fn universe(&self, chain: &ChainId) -> Result<Vec<Asset>, StorageError>;
}

/// Keeps what becomes known of assets.
#[async_trait]
pub trait AssetWrites: Send {
    /// Adds rows that are new; a known row keeps what it has and takes what it lacked. Only a count of holders takes the
    /// place of the one before it.
    async fn add(&mut self, assets: &[Asset]) -> Result<(), StorageError>;

    /// Takes what the contracts themselves say, in place of what a list said. What a contract leaves out stays as it is.
    async fn confirm(&mut self, assets: &[(AssetId, Metadata)]) -> Result<(), StorageError>;

    /// Notes which contracts could not be read (`Some`) or can be again (`None`).
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
