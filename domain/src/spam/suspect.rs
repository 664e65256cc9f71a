//! What the rules about spam look at, and what they decide.

use ports::{Asset, KnownTokens};

use crate::{
    reason::Reason,
    spam::{
        hide_rule::HideRule,
        market::{Market, Markets},
    },
};

/// What a rule looks at.
pub struct Suspect<'a> {
    /// The asset.
    pub asset: &'a Asset,
    /// Whether the start list or a published one names it.
    pub listed: bool,
    /// What the sources of prices say of its market.
    pub market: Market,
    /// The tokens that everybody knows.
    pub known_tokens: &'a KnownTokens,
    /// What people call who counted its holders; where nobody can say, the source's id stands.
    pub counted_by: Option<&'a str>,
}

impl<'a> Suspect<'a> {
    /// An asset as the rules look at it.
    #[must_use]
    pub fn of(asset: &'a Asset, known_tokens: &'a KnownTokens, markets: &Markets<'_>) -> Self {
        Self {
            asset,
            listed: asset.listed,
            market: markets.of(&asset.id),
            known_tokens,
            counted_by: None,
        }
    }

    /// Whether any source has a price of it.
    pub(crate) fn is_priced(&self) -> bool {
        matches!(self.market, Market::Deep | Market::Shallow)
    }
}

/// What a rule says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// It is left out of totals.
    Hide(HideRule),
    /// It counts, and its row says what is odd about it.
    Flag(Reason),
}
