//! What matching uses.

use std::{collections::BTreeMap, time::Duration};

use ports::{Annotation, AssetId, Entry, transfer_match::MatchSettings};

use super::unique::CLOCK_DIFFERENCE;

/// Everything that matching uses.
#[derive(Clone, Copy)]
pub struct MatchInput<'a> {
    /// The entries of all accounts of one person.
    pub entries: &'a [Entry],
    /// What is known of the assets. Amounts of other assets are not compared.
    pub assets: &'a BTreeMap<AssetId, MatchedAsset>,
    /// The user's annotations. Those that are no decision about a match are ignored.
    pub annotations: &'a [Annotation],
    /// The limits for matches by amount and time.
    pub settings: &'a MatchSettings,
}

/// How far apart the two sides of a transfer to or from an exchange can be: it waits for confirmations, or for a person who checks it.
const AT_EXCHANGE: Duration = Duration::from_hours(20);

/// Returns how long after the departure the arrival of a transfer between chains can be, where one of them may be an exchange.
pub(super) fn window(settings: &MatchSettings, is_at_exchange: bool) -> Duration {
    if is_at_exchange {
        settings.window.max(AT_EXCHANGE)
    } else {
        settings.window
    }
}

/// Returns how far apart the two sides of a transfer that is matched by its time can be.
#[must_use]
pub fn reach(settings: &MatchSettings) -> Duration {
    settings.window.max(CLOCK_DIFFERENCE)
}

/// What matching knows of an asset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchedAsset {
    /// Assets of one group count as one asset on all chains.
    pub group: String,
    /// Its symbol; empty where it has none.
    pub symbol: String,
    /// Whether a list of tokens names it.
    pub listed: bool,
    /// Decimal places; `None` where they are unknown.
    pub decimals: Option<u8>,
}
