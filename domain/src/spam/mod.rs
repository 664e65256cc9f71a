//! Spam rules: which tokens are left out of totals, and which are only flagged. A rule is a file here and a line in
//! [`RULES`].
//!
//! A user's choice overrides every rule, in both directions. The result of the rule is then shown as a flag.

mod advertises;
mod airdropped;
mod bait;
mod known_bad;
mod look_alike;
mod market;
mod no_liquidity;

use ports::{Asset, Familiar};

use crate::valuation::{HideRule, Reason};

pub use market::{Market, Markets};

/// The input of a rule: an asset and what is known about it.
pub struct Suspect<'a> {
    /// The asset to judge.
    pub asset: &'a Asset,
    /// Whether the start list or a published list includes it.
    pub listed: bool,
    /// What price sources state about its market.
    pub market: Market,
    /// The well-known tokens.
    pub familiar: &'a Familiar,
    /// Display name of the source that counted the holders. If `None`, the source's id is shown.
    pub counted_by: Option<&'a str>,
}

/// The result of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// The asset is left out of totals.
    Hide(HideRule),
    /// The asset counts, and its row shows this warning.
    Flag(Reason),
}

/// All rules in order of precedence: the first rule that hides wins, and if none hides, the first rule that flags.
const RULES: [fn(&Suspect<'_>) -> Option<Judgement>; 5] = [
    advertises::judge,
    look_alike::judge,
    bait::judge,
    airdropped::judge,
    no_liquidity::judge,
];

/// Returns the judgement of the rules for an asset. A well-known token is only checked for a blocked contract.
#[must_use]
pub fn judge(suspect: &Suspect<'_>) -> Option<Judgement> {
    let is_known = suspect.familiar.knows(&suspect.asset.id);
    let mut said = RULES.iter().filter(|_| !is_known).filter_map(|rule| rule(suspect));
    known_bad::judge(suspect).or_else(|| {
        let first = said.next()?;
        let hides = |one: &Judgement| matches!(one, Judgement::Hide(_));
        Some(if hides(&first) {
            first
        } else {
            said.find(hides).unwrap_or(first)
        })
    })
}

impl<'a> Suspect<'a> {
    /// Collects the input of the rules for an asset.
    #[must_use]
    pub fn of(asset: &'a Asset, familiar: &'a Familiar, markets: &Markets<'_>) -> Self {
        Self {
            asset,
            listed: asset.listed,
            market: markets.of(&asset.id),
            familiar,
            counted_by: None,
        }
    }

    /// Returns whether any source has a price of it.
    fn is_priced(&self) -> bool {
        matches!(self.market, Market::Deep | Market::Shallow)
    }
}

#[cfg(test)]
mod tests {
    use ports::{Address, AssetId, ChainId, asset::Metadata};

    use super::*;

    /// The judgement for an unlisted token, among a set of well-known tokens.
    pub(super) fn judged(symbol: &str, name: &str, priced: bool) -> Option<Judgement> {
        let market = if priced { Market::Deep } else { Market::Unasked };
        judged_at(symbol, name, "chain", market)
    }

    /// The same, with the origin of the asset and its market.
    pub(super) fn judged_at(symbol: &str, name: &str, origin: &str, market: Market) -> Option<Judgement> {
        let chain = ChainId::evm(1);
        let id = |n: u8| AssetId::erc20(&chain, &Address::evm([n; 20]));
        let familiar = Familiar::new(
            ["USDC", "ETH", "UNI", "USDT"]
                .into_iter()
                .zip(1..)
                .map(|(symbol, n)| (id(n), symbol)),
        );
        let asset = asset(id(99), symbol, name, origin);
        let markets = Markets::new([(&asset.id, market)]);
        judge(&Suspect::of(&asset, &familiar, &markets))
    }

    pub(super) fn asset(id: AssetId, symbol: &str, name: &str, origin: &str) -> Asset {
        Asset {
            id,
            metadata: Metadata::cleaned(symbol, name, Some(18)),
            group: "x".into(),
            origin: origin.into(),
            confirmed: true,
            unreadable_since: None,
            listed: origin == "start-list" || origin.starts_with("list:"),
            holders: None,
            assumed: None,
        }
    }

    #[test]
    fn a_well_known_token_is_judged_by_its_contract_alone() {
        let id: AssetId = "eip155:1/slip44:60".parse().unwrap();
        let asset = asset(id.clone(), "visit.com", "claim $", "chain");
        let known = Familiar::new([(id.clone(), "visit.com")]);
        let said = |familiar: &Familiar| judge(&Suspect::of(&asset, familiar, &Markets::default()));
        assert_eq!(said(&known), None);
        assert_eq!(said(&known.with_bad([id])), Some(Judgement::Hide(HideRule::KnownBad)));
    }
}
