//! Sentences with typed parts. A name of a token is a part of its own and never markup.

use ports::{Amount, AssetId, ChainId, PositionPlace, Timestamp};

/// A part of a sentence, or a value in an arithmetic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InsightPart {
    /// Words.
    Text(String),
    /// An amount of money in the currency of the report.
    Money(Amount),
    /// A number of percent: 41.5 is 41.5 %.
    Percent(Amount),
    /// A number without a unit, such as a health factor or a count.
    Number(Amount),
    /// An amount of an asset.
    Quantity(Amount),
    /// An asset.
    Asset {
        /// The asset; of several that are the same coin the most valuable one.
        asset: AssetId,
        /// Its symbol.
        symbol: String,
    },
    /// A protocol or an exchange account's part.
    Protocol(PositionPlace),
    /// A network or an exchange.
    Network {
        /// Its id.
        chain: ChainId,
        /// Its name.
        name: String,
    },
    /// A moment.
    Date(Timestamp),
}

impl InsightPart {
    /// Returns words.
    pub fn text(words: impl Into<String>) -> Self {
        Self::Text(words.into())
    }

    /// Returns a count.
    pub fn count(count: u32) -> Self {
        Self::Number(Amount::from(count))
    }

    /// Returns the number in it; `None` for names, words and moments.
    #[must_use]
    pub fn amount(&self) -> Option<Amount> {
        match self {
            Self::Money(amount) | Self::Percent(amount) | Self::Number(amount) | Self::Quantity(amount) => {
                Some(*amount)
            }
            _ => None,
        }
    }
}

/// What an insight is about.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct InsightSubject {
    /// A text that stays the same between evaluations.
    pub key: String,
    /// Its name to show.
    pub name: String,
}

impl InsightSubject {
    /// Returns the subject of everything that a person holds.
    #[must_use]
    pub fn portfolio() -> Self {
        Self::new("portfolio", "Portfolio")
    }

    /// Returns a subject.
    pub fn new(key: impl Into<String>, name: impl Into<String>) -> Self {
        Self {
            key: key.into(),
            name: name.into(),
        }
    }
}
