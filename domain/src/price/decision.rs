//! The result of deciding a price, and the status of each quote.

use ports::{Amount, AssetId, Quote, Ratio, SourceId, Timestamp, failure::Failure};

use crate::price::{quote_status::QuoteStatus, unpriced::Unpriced};

/// The price of one asset, or why there is none. An unpriced asset has no number at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The asset has a price. It may be zero if every source with a price states zero.
    Priced(Priced),
    /// The asset has no price.
    Unpriced {
        /// Why there is none.
        reason: Unpriced,
        /// The quotes that were considered.
        considered: Vec<Considered>,
    },
}

/// A decided price in dollars.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Priced {
    /// Returns the dollars for one whole unit of the asset.
    pub value: Amount,
    /// How the price was determined.
    pub method: Method,
    /// (highest − lowest) / lowest of the quotes that count; `None` with fewer than two.
    pub spread: Option<Ratio>,
    /// The oldest source time among the quotes that count.
    pub as_of: Timestamp,
    /// The lowest confidence that a source stated, if any stated one.
    pub confidence: Option<Ratio>,
    /// Every quote that was considered, with its status.
    pub considered: Vec<Considered>,
}

/// How a price was determined.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Method {
    /// A user set it.
    Manual,
    /// The median of the quotes that count.
    Median,
}

/// A quote with its origin and its conversion to dollars.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DollarQuote {
    /// The quote as received.
    pub quote: Quote,
    /// The source that the price originates from: the quote's own source, or another one that it repeats. Quotes of one
    /// origin count once.
    pub origin: SourceId,
    /// The unit that the quote's price is in.
    pub unit: Unit,
    /// The redemption target if the quote is a price of that: the target asset, and its units for one unit of the
    /// redeemable asset.
    pub redeemed: Option<(AssetId, Amount)>,
}

/// The unit that a quote's price is in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unit {
    /// US dollars.
    Dollar,
    /// An asset with a price, and its dollars for one unit.
    Priced(AssetId, Amount),
    /// An asset without a price.
    Unpriced(AssetId),
}

/// A quote and whether it was used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Considered {
    /// The quote with its origin and unit.
    pub dollar_quote: DollarQuote,
    /// Dollars for one whole unit of the asset, if they can be computed.
    pub value: Option<Amount>,
    /// Whether the quote was used, or why not.
    pub status: QuoteStatus,
}

impl Considered {
    /// Returns the quote as received.
    #[must_use]
    pub fn quote(&self) -> &Quote {
        &self.dollar_quote.quote
    }

    /// Returns whether the price is based on the quote.
    #[must_use]
    pub fn counts(&self) -> bool {
        matches!(self.status, QuoteStatus::Chosen | QuoteStatus::Counted)
    }
}

/// A source that can be queried for the asset, with its current failure, if any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceStatus {
    /// The source.
    pub source: SourceId,
    /// What went wrong since it last answered.
    pub failure: Option<Failure>,
}
