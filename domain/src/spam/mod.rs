//! Spam rules: which tokens are left out of totals, and which are only flagged. A rule is a file here and a line in
//! [`RULES`].
//!
//! A user's choice overrides every rule, in both directions. The result of the rule is then shown as a flag.

mod advertises;
mod airdropped;
mod bait;
mod hide_rule;
mod judge;
mod known_bad;
mod look_alike;
mod market;
mod no_liquidity;
mod same_balance;
mod suspect;

pub use hide_rule::HideRule;
pub(crate) use judge::{SpamJudge, judged, rules_hide};
pub use market::{MarketDepth, MarketDepths};
pub(crate) use same_balance::add_same_balances;
pub use suspect::{Judgement, Suspect};

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
    let is_known = suspect.known_tokens.knows(&suspect.asset.id);
    let mut judgements = RULES.iter().filter(|_| !is_known).filter_map(|rule| rule(suspect));
    known_bad::judge(suspect).or_else(|| {
        let first = judgements.next()?;
        let hides = |one: &Judgement| matches!(one, Judgement::Hide(_));
        Some(if hides(&first) {
            first
        } else {
            judgements.find(hides).unwrap_or(first)
        })
    })
}

#[cfg(test)]
mod tests {
    use ports::{Address, AssetId, ChainId, KnownTokens, asset::Metadata};

    use ports::Asset;

    use super::*;

    /// The judgement for an unlisted token, among a set of well-known tokens.
    pub(super) fn judged(symbol: &str, name: &str, priced: bool) -> Option<Judgement> {
        let market = if priced {
            MarketDepth::Deep
        } else {
            MarketDepth::Unasked
        };
        judged_at(symbol, name, "chain", market)
    }

    /// The same, with the origin of the asset and its market.
    pub(super) fn judged_at(symbol: &str, name: &str, origin: &str, market: MarketDepth) -> Option<Judgement> {
        let chain = ChainId::evm(1);
        let id = |n: u8| AssetId::erc20(&chain, &Address::evm([n; 20]));
        let known_tokens = KnownTokens::new(
            ["USDC", "ETH", "UNI", "USDT"]
                .into_iter()
                .zip(1..)
                .map(|(symbol, n)| (id(n), symbol)),
        );
        let asset = asset(id(99), symbol, name, origin);
        let markets = MarketDepths::new([(&asset.id, market)]);
        judge(&Suspect::of(&asset, &known_tokens, &markets))
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
        let known = KnownTokens::new([(id.clone(), "visit.com")]);
        let judgements =
            |known_tokens: &KnownTokens| judge(&Suspect::of(&asset, known_tokens, &MarketDepths::default()));
        assert_eq!(judgements(&known), None);
        assert_eq!(
            judgements(&known.with_bad([id])),
            Some(Judgement::Hide(HideRule::KnownBad))
        );
    }
}
