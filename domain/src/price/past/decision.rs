//! The decision about the price of a past moment or day.

use ports::{
    Amount, AssetId, Day, Ratio, SourceId, Timestamp,
    price_series::{NameBelongedTo, SeriesLink},
};

use crate::{
    price::{decision::Considered, unpriced::Unpriced},
    reason::{DAY_NOT_OVER, NOT_REQUESTED_YET, Reason, SOURCE_FAILED},
};

/// The price of an asset at a past moment, or why it is unknown. An unknown price has no number at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PastDecision {
    /// The asset has a price.
    Priced(PastPriced),
    /// The price is unknown.
    Unknown {
        /// Why.
        reason: PastUnknown,
        /// The prices that were considered.
        considered: Vec<Considered>,
    },
}

/// A decided past price in dollars.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PastPriced {
    /// Dollars for one whole unit of the asset.
    pub value: Amount,
    /// Which price it is.
    pub basis: PastBasis,
    /// How many independent sources agree, and what follows for its confidence.
    pub agreement: PastAgreement,
    /// The lowest confidence that a source stated, if any stated one.
    pub confidence: Option<Ratio>,
    /// (highest − lowest) / lowest of the prices that count; `None` with fewer than two.
    pub spread: Option<Ratio>,
    /// The asset whose prices these are, where it is another one, and why.
    pub series: Option<(AssetId, SeriesLink)>,
    /// Every price that was considered, with its status. The quotes of [`PastBasis::Moment`] are stored under their ids;
    /// closing prices have none and are identified by asset, day and source.
    pub considered: Vec<Considered>,
}

/// Which price of the past it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PastBasis {
    /// Quotes near the moment itself; the time is that of the oldest one that counts.
    Moment(Timestamp),
    /// The price at the end of this day, UTC.
    Close(Day),
    /// The price at the end of an earlier day, because the caller accepts one where the day itself has none.
    CarriedFrom(Day),
}

/// How many independent sources a past price is based on, the weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PastAgreement {
    /// One source alone states it; nothing confirms it.
    OneSource,
    /// The mean of two that agree.
    Mean,
    /// The median of this many that agree, three or more.
    Median(u32),
}

impl PastAgreement {
    /// Returns the agreement of this many sources; `None` for none.
    pub(super) fn of(sources: usize) -> Option<Self> {
        match sources {
            0 => None,
            1 => Some(Self::OneSource),
            2 => Some(Self::Mean),
            more => Some(Self::Median(u32::try_from(more).unwrap_or(u32::MAX))),
        }
    }

    /// Returns the number of independent sources.
    #[must_use]
    pub fn sources(self) -> u32 {
        match self {
            Self::OneSource => 1,
            Self::Mean => 2,
            Self::Median(sources) => sources,
        }
    }
}

/// Why a past price is unknown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PastUnknown {
    /// The day is not over, or ended less than an hour ago, so that sources have no closing price.
    DayNotOver,
    /// On that day, the asset's name belonged to another asset.
    OtherAsset(NameBelongedTo),
    /// No source is queried about it: the asset only arrived and has no price today.
    NotRequested,
    /// Whether sources are queried about it is decided once the new entries were searched.
    NotYetRequested,
    /// The last request failed, and is repeated. The failure as a sentence.
    RequestFailed(String),
    /// The stored prices give none.
    Unpriced(Unpriced),
}

impl PastUnknown {
    /// Returns the reason, with the display names of sources.
    pub fn reason(&self, at: Timestamp, name: impl Fn(&SourceId) -> String) -> Reason {
        match self {
            Self::DayNotOver => Reason {
                code: DAY_NOT_OVER,
                text: "The closing price of the day is not published yet.".to_owned(),
            },
            Self::OtherAsset(other) => Reason {
                code: "other_asset",
                text: format!("Until {}, this name belonged to another asset.", other.until),
            },
            Self::NotRequested => Reason {
                code: "not_requested",
                text:
                    "Its price was not requested. Tokens that only arrived and have no price today are not looked up."
                        .to_owned(),
            },
            Self::NotYetRequested => Reason {
                code: NOT_REQUESTED_YET,
                text: "Its price has not been requested yet.".to_owned(),
            },
            Self::RequestFailed(failure) => Reason {
                code: SOURCE_FAILED,
                text: format!("Its price could not be read. {failure}"),
            },
            Self::Unpriced(unpriced) => unpriced.reason(at, name),
        }
    }
}
