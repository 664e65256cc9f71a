//! Assets: coins and tokens.

use async_trait::async_trait;

use crate::{
    ids::{chain::ChainId, source::SourceId},
    storage::StorageError,
    time::clock::Timestamp,
};

pub use crate::ids::asset::{AssetId, ParseAssetIdError};

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

/// The origin of an asset that is known only because the history of an account mentions it.
pub const HISTORY_ORIGIN: &str = "history";

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
    /// account, `explorer:<id>`, [`added`](ADDED_ORIGIN) by a user, or [`history`](HISTORY_ORIGIN). A row that comes only from a
    /// published list, a user or a history takes over the origin of the next source that names the asset.
    pub origin: String,
    /// Whether the contract confirmed symbol and decimals.
    pub confirmed: bool,
    /// Since when the contract cannot be read; it is then read in a call of its own.
    pub unreadable_since: Option<Timestamp>,
    /// Whether the start list or a published list names it now. Set by storage when reading; ignored when writing.
    pub listed: bool,
    /// The number of addresses that hold it; `None` where unknown, which differs from zero.
    pub holders: Option<Holders>,
    /// The decimals by a list, where the contract was read and does not state them, or those by the contract, where it stated
    /// others before.
    pub assumed: Option<AssumedDecimals>,
}

/// The start of [`AssumedDecimals::by`] where a contract states other decimals than before. The decimals before follow.
pub const CHANGED_BY_CONTRACT: &str = "contract:";

/// Decimals of a token that are in doubt. They are not used for quantities until a user accepts them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssumedDecimals {
    /// Decimal places.
    pub decimals: u8,
    /// The origin of the row that stated them, as in [`Asset::origin`], or [`CHANGED_BY_CONTRACT`] and the decimals before.
    pub by: String,
}

impl AssumedDecimals {
    /// Returns the decimals that the contract stated before, where it states others now.
    #[must_use]
    pub fn before(&self) -> Option<u8> {
        self.by.strip_prefix(CHANGED_BY_CONTRACT)?.parse().ok()
    }
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
    /// contract cannot be read are left out, and so are tokens that only users added or only histories mention.
    async fn universe(&self, chain: &ChainId) -> Result<Vec<Asset>, StorageError>;

    /// Returns up to `limit` assets with this symbol, whatever the case of its ASCII letters: those that the start list or a published
    /// list names first, then by id. Those that only users added or only histories mention are left out.
    async fn with_symbol(&self, symbol: &str, limit: u32) -> Result<Vec<Asset>, StorageError>;
}

/// Writes assets.
#[async_trait]
pub trait AssetWriter: Send {
    /// Adds new rows. A known row keeps its values and takes only missing ones, except the number of holders, which is
    /// replaced.
    async fn add(&mut self, assets: &[Asset]) -> Result<(), StorageError>;

    /// Replaces metadata by what the contracts state. Fields that a contract does not state are unchanged.
    ///
    /// If a contract states other decimals than before, they become unknown and its new statement an assumption, until it states
    /// the earlier ones again.
    async fn confirm(&mut self, assets: &[(AssetId, Metadata)]) -> Result<(), StorageError>;

    /// Records which contracts cannot be read (`Some`) or can be read again (`None`).
    async fn mark_unreadable(&mut self, ids: &[AssetId], since: Option<Timestamp>) -> Result<(), StorageError>;
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

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

    proptest! {
        #[test]
        fn clean_text_stays_as_it_is(text in "\\PC{0,80}", limit in 1..64_usize) {
            let cleaned = clean(&text, limit);
            prop_assert!(cleaned.chars().count() <= limit);
            prop_assert_eq!(clean(&cleaned, limit), cleaned);
        }
    }
}
