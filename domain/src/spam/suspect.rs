//! What the rules about spam look at, and what they decide.

use ports::{Asset, KnownTokens};

use crate::{
    reason::Reason,
    spam::{
        hide_rule::HideRule,
        market::{MarketDepth, MarketDepths},
    },
};

/// The input of a rule: an asset and what is known about it.
pub struct Suspect<'a> {
    /// The asset to judge.
    pub asset: &'a Asset,
    /// Whether the start list or a published list includes it.
    pub listed: bool,
    /// What price sources state about its market.
    pub market: MarketDepth,
    /// The well-known tokens.
    pub known_tokens: &'a KnownTokens,
    /// Display name of the source that counted the holders. If `None`, the source's id is shown.
    pub counted_by: Option<&'a str>,
}

impl<'a> Suspect<'a> {
    /// Collects the input of the rules for an asset.
    #[must_use]
    pub fn of(asset: &'a Asset, known_tokens: &'a KnownTokens, markets: &MarketDepths<'_>) -> Self {
        Self {
            asset,
            listed: asset.listed,
            market: markets.of(&asset.id),
            known_tokens,
            counted_by: None,
        }
    }

    /// Returns whether any source has a price of it.
    pub(crate) fn is_priced(&self) -> bool {
        matches!(self.market, MarketDepth::Deep | MarketDepth::Shallow)
    }
}

/// The result of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// The asset is left out of totals.
    Hide(HideRule),
    /// The asset counts, and its row shows this warning.
    Flag(Reason),
}
