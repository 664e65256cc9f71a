//! What is decided about a price, and what became of each quote.

use ports::{Amount, AssetId, Quote, Ratio, SourceId, Timestamp, failure::Failure};

/// What is decided about the price of one asset. There is no way from `Unpriced` to a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// It has a price, which may be zero where every source that knows it says so.
    Priced(Priced),
    /// It has none, and why.
    Unpriced {
        /// Why.
        reason: Unpriced,
        /// The quotes that were looked at.
        considered: Vec<Considered>,
    },
}

/// A price that was decided, in dollars.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Priced {
    /// Dollars for one whole unit.
    pub value: Amount,
    /// How it came about.
    pub method: Method,
    /// (highest − lowest) / lowest of the quotes that count; `None` with fewer than two.
    pub spread: Option<Ratio>,
    /// The oldest source time among the quotes that count.
    pub as_of: Timestamp,
    /// The lowest confidence that a source stated.
    pub confidence: Option<Ratio>,
    /// Every quote that was looked at, with its verdict.
    pub considered: Vec<Considered>,
}

/// How a price came about.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Method {
    /// A person set it.
    Manual,
    /// The median of the quotes that count.
    Median,
}

/// A quote and how it speaks of the asset in dollars.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DollarQuote {
    /// The quote.
    pub quote: Quote,
    /// Whose number it is: the source itself, or another one that it repeats. Quotes of one origin count once.
    pub origin: SourceId,
    /// What it counts in.
    pub unit: Unit,
    /// What the asset is exchanged for, where the quote is of that: the thing and how many of it for one.
    pub redeemed: Option<(AssetId, Amount)>,
}

/// What a quote counts in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Dollars.
    Dollar,
    /// An asset whose own price is agreed upon.
    Priced(AssetId, Amount),
    /// An asset that has no price now.
    Unpriced(AssetId),
}

/// A quote and what became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Considered {
    /// The quote.
    pub dollar_quote: DollarQuote,
    /// What it comes to in dollars for one whole unit of the asset.
    pub value: Option<Amount>,
    /// What became of it.
    pub status: QuoteStatus,
}

impl Considered {
    /// The quote itself.
    #[must_use]
    pub fn quote(&self) -> &Quote {
        &self.dollar_quote.quote
    }

    /// Whether the price rests on it.
    #[must_use]
    pub fn counts(&self) -> bool {
        matches!(self.status, QuoteStatus::Chosen | QuoteStatus::Counted)
    }
}

/// What became of a quote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum QuoteStatus {
    /// The median is this one (or the middle between this one and another).
    Chosen,
    /// It counts.
    Counted,
    /// Its own time is too long ago.
    TooOld,
    /// It is much older than another one.
    Behind,
    /// The source is not sure enough.
    Unsure,
    /// It repeats a quote that counts: both have their number from one origin.
    SameOrigin,
    /// It contradicts the others, or nobody can say which is right.
    HeldBack,
    /// It stands alone and is far from the price that was last agreed upon.
    Leap,
    /// It stands alone, and too much is held for that, or it says that what is held is worth nothing.
    Alone,
    /// Its market is too small for what is held.
    Thin,
    /// What it counts in has no price now.
    UnitUnpriced,
    /// The source has no price.
    NotListed,
    /// What the source said cannot be a price.
    Unusable,
}

/// Why an asset has no price. Different facts stay different.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unpriced {
    /// Every source that was asked does not know it.
    NotListed,
    /// Sources contradict each other.
    Disagree {
        /// (highest − lowest) / lowest.
        spread: Ratio,
    },
    /// One source alone says something far from what was last agreed upon.
    Leap {
        /// What it says.
        quoted: Amount,
        /// What was agreed upon.
        last: Amount,
    },
    /// Only one source has a price, and too much is held for that: whatever is held, where it says that it is worth nothing.
    Alone {
        /// Which source.
        source: SourceId,
        /// What it says.
        quoted: Amount,
    },
    /// Only markets that are too small for what is held.
    Thin,
    /// Only prices in something that has no price now.
    UnitUnpriced,
    /// There are only quotes that are too old.
    OnlyStale {
        /// The newest of them.
        newest: Timestamp,
    },
    /// Only quotes that their source is not sure of.
    Unsure,
    /// Only answers that cannot be a price.
    Unusable,
    /// A source that could know has had too many questions.
    RateLimited,
    /// A source that could know does not answer.
    SourceFailed {
        /// Name for people.
        source: SourceId,
    },
    /// No source can be asked about it.
    Unsupported,
    /// The question is on its way.
    NotAskedYet,
}

impl Unpriced {
    /// Whether there is a price, which is not believed: what a person can look at and decide.
    #[must_use]
    pub fn held_back(&self) -> bool {
        matches!(
            self,
            Self::Disagree { .. } | Self::Leap { .. } | Self::Alone { .. } | Self::Thin
        )
    }
}

/// A source that can be asked about the asset, and what went wrong with it, if anything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceStatus {
    /// Which source.
    pub source: SourceId,
    /// Its failure since it last answered.
    pub failure: Option<Failure>,
}
