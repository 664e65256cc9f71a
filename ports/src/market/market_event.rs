//! Events outside of anyone's accounts that people remember when they look at a chart.

use std::{fmt, str::FromStr};

use crate::{ids::chain::ChainId, time::day::Day};

/// An event of the market, as data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarketEvent {
    /// A stable name of lowercase words with hyphens.
    pub id: String,
    /// What happened, in a few words.
    pub title: String,
    /// The day, UTC.
    pub day: Day,
    /// What kind of event it is.
    pub kind: MarketEventKind,
    /// Whether a chart of many years shows it.
    pub is_highlighted: bool,
    /// The chain that it is about, if it is about one.
    pub chain: Option<ChainId>,
    /// What states the day: an address, a block, or the number of a case or a release.
    pub source: String,
}

/// A kind of event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MarketEventKind {
    /// The reward of a block was halved.
    Halving,
    /// The rules of a chain changed.
    Upgrade,
    /// A company, a coin or a bridge failed.
    Failure,
    /// Something else that many people traded on.
    Market,
}

impl MarketEventKind {
    const NAMES: [(Self, &'static str); 4] = [
        (Self::Halving, "halving"),
        (Self::Upgrade, "upgrade"),
        (Self::Failure, "failure"),
        (Self::Market, "market"),
    ];

    /// Returns its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        let mut names = Self::NAMES.iter();
        names.find(|(kind, _)| *kind == self).map_or("", |(_, name)| name)
    }
}

/// Why a text is no kind of event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("is not halving, upgrade, failure or market")]
pub struct ParseMarketEventKindError;

impl FromStr for MarketEventKind {
    type Err = ParseMarketEventKindError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut names = Self::NAMES.iter();
        let found = names.find(|(_, name)| *name == text).map(|(kind, _)| *kind);
        found.ok_or(ParseMarketEventKindError)
    }
}

impl fmt::Display for MarketEventKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
