//! Whether a quote is used, and why not.

use ports::Amount;

use crate::reason::Reason;

/// Whether a quote was used, or why not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum QuoteStatus {
    /// It is the median, or one of the two quotes whose mean is the median.
    Chosen,
    /// It counts.
    Counted,
    /// Its source time is too long ago.
    TooOld,
    /// It is much older than the newest quote that counts.
    Behind,
    /// Its source states too low a confidence.
    Unsure,
    /// It repeats a quote that counts: both have the same origin.
    SameOrigin,
    /// It is an outlier, or the quotes contradict each other without a majority.
    HeldBack,
    /// It is the only price, and it is far from the last price that was agreed upon.
    Leap,
    /// It is the only price, and the holding is too large for one source, or the price is zero.
    Alone,
    /// Its market is too small for the amount held.
    Thin,
    /// The asset that its price is in has no price.
    UnitUnpriced,
    /// The source does not list the asset.
    NotListed,
    /// The answer of the source is not a valid price.
    Unusable,
}

impl QuoteStatus {
    /// Returns why a quote is not used; `None` if it is. `value` is its dollar price, `agreed` the price that the other
    /// quotes agree on, if they do.
    #[must_use]
    pub fn reason(self, value: Option<Amount>, agreed: Option<Amount>) -> Option<Reason> {
        let (code, text) = match self {
            Self::Chosen | Self::Counted => return None,
            Self::TooOld => ("only_stale_quotes", "Not used: older than 24 hours.".to_owned()),
            Self::Behind => ("outdated", "Not used: hours older than the latest price.".to_owned()),
            Self::Unsure => ("unsure", "Not used: the source reports low confidence.".to_owned()),
            Self::SameOrigin => (
                "same_origin",
                "Not used: repeats the price of another source.".to_owned(),
            ),
            Self::HeldBack => ("held_back", contradiction(value, agreed)),
            Self::Leap => (
                "held_back",
                "Excluded: far from the last agreed price. A second source must agree.".to_owned(),
            ),
            Self::Alone if value == Some(Amount::ZERO) => (
                "one_source",
                "Excluded: the only source that reports zero. A second source must agree.".to_owned(),
            ),
            Self::Alone => (
                "one_source",
                "Excluded: the only source, and this amount needs a second one.".to_owned(),
            ),
            Self::Thin => (
                "thin_market",
                "Not used: its market is too small for the amount held.".to_owned(),
            ),
            Self::UnitUnpriced => (
                "other_unit",
                "Not used: its quote asset has no agreed price.".to_owned(),
            ),
            Self::NotListed => ("not_listed", "The source has no price for it.".to_owned()),
            Self::Unusable => ("unusable", "Not used: the source sent an invalid price.".to_owned()),
        };
        Some(Reason { code, text })
    }
}

fn contradiction(value: Option<Amount>, agreed: Option<Amount>) -> String {
    let times = |high: Amount, low: Amount| high.div(low).ok().map(|times| times.rounded(1));
    let apart = value.zip(agreed).and_then(|(quoted, agreed)| {
        if quoted < agreed {
            times(agreed, quoted).map(|times| format!("the other sources agree on {times} times as much"))
        } else {
            times(quoted, agreed).map(|times| format!("{times} times the price that the other sources agree on"))
        }
    });
    match apart {
        Some(apart) => format!("Excluded: {apart}."),
        None => "Excluded: the sources contradict each other.".to_owned(),
    }
}
