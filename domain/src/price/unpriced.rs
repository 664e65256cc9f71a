//! Why an asset has no price.

use ports::{Amount, Ratio, SourceId, Timestamp};

use crate::reason::{NOT_REQUESTED_YET, RATE_LIMITED, Reason, SOURCE_FAILED};

/// Why an asset has no price. Each cause has a value of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unpriced {
    /// No source that was queried lists it.
    NotListed,
    /// The sources contradict each other.
    Disagree {
        /// (highest − lowest) / lowest.
        spread: Ratio,
    },
    /// The only price is far from the last price that was agreed upon.
    Leap {
        /// The stated price, in dollars.
        quoted: Amount,
        /// The last agreed price, in dollars.
        last: Amount,
    },
    /// Only one source has a price, and the holding is too large to rely on it. A price of zero is too little for any
    /// holding.
    Alone {
        /// The source.
        source: SourceId,
        /// The stated price, in dollars.
        quoted: Amount,
    },
    /// All markets are too small for the amount held.
    Thin,
    /// All prices are in assets that have no price.
    UnitUnpriced,
    /// All quotes are too old.
    OnlyStale {
        /// The source time of the newest one.
        newest: Timestamp,
    },
    /// All prices have too low a confidence.
    Unsure,
    /// All answers are invalid as prices.
    Unusable,
    /// A source that may have a price is rate limited.
    RateLimited,
    /// A source that may have a price has failed.
    SourceFailed {
        /// The source.
        source: SourceId,
    },
    /// No source covers the asset.
    Unsupported,
    /// It is a code of an exchange of which no list and no person says what it means.
    NotMapped,
    /// The price has not been requested yet, or the answer is outstanding.
    NotRequestedYet,
}

impl Unpriced {
    /// Returns whether prices are known but not used, so that the user may check them and set a price.
    #[must_use]
    pub fn held_back(&self) -> bool {
        matches!(
            self,
            Self::Disagree { .. } | Self::Leap { .. } | Self::Alone { .. } | Self::Thin
        )
    }

    /// Returns the reason as of a time, with the display names of sources. Says what helps if there is a price that is
    /// not used.
    pub fn reason(&self, at: Timestamp, name: impl Fn(&SourceId) -> String) -> Reason {
        let (code, text) = match self {
            Self::NotListed => ("not_listed", "No source lists a price.".to_owned()),
            Self::Disagree { spread } => ("sources_disagree", format!("Sources differ by {}%.", spread.percent(0))),
            Self::Leap { .. } => (
                "held_back",
                "One source reports a price far from the last agreed one. A second source must agree.".to_owned(),
            ),
            Self::Alone { source, quoted } => ("one_source", alone(&name(source), *quoted)),
            Self::Thin => (
                "thin_market",
                "Its markets are too small for the amount held.".to_owned(),
            ),
            Self::UnitUnpriced => (
                "other_unit",
                "Its only quotes are in an asset without a price.".to_owned(),
            ),
            Self::OnlyStale { newest } => ("only_stale_quotes", last_price(*newest, at)),
            Self::Unsure => ("unsure", "Every source reports low confidence.".to_owned()),
            Self::Unusable => ("unusable", "A source sent an invalid price.".to_owned()),
            Self::RateLimited => (RATE_LIMITED, "A price source is rate-limiting this server.".to_owned()),
            Self::SourceFailed { source } => (SOURCE_FAILED, format!("{} does not answer.", name(source))),
            Self::Unsupported => ("unsupported", "No source can price it.".to_owned()),
            Self::NotMapped => (
                "not_mapped",
                "No list says which asset this code of the exchange is.".to_owned(),
            ),
            Self::NotRequestedYet => (NOT_REQUESTED_YET, "Its price is being requested.".to_owned()),
        };
        Reason { code, text }
    }
}

fn alone(source: &str, quoted: Amount) -> String {
    if quoted.is_zero() {
        format!("Only {source} knows it and reports a price of zero. A second source must agree.")
    } else {
        format!("Only {source} has a price. This amount needs a second source.")
    }
}

/// Returns how old the last price is. It is not being requested, because no source has a newer one.
fn last_price(newest: Timestamp, at: Timestamp) -> String {
    match at.since(newest).as_secs() / (24 * 3600) {
        0 | 1 => "Last price is over a day old.".to_owned(),
        days => format!("Last price is {days} days old."),
    }
}
