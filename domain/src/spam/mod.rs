//! Spam: what is left out of totals by a rule, and what is only flagged. A rule is a file here and a line in [`RULES`].
//!
//! A person's word wins over every rule, both ways; what a rule says is then shown as a flag.

mod advertises;
mod bait;
mod look_alike;

use std::collections::BTreeSet;

use ports::{Asset, AssetId, Familiar, Quote, quote::Answer};

use crate::valuation::{HideRule, Reason};

/// What a rule looks at.
pub struct Suspect<'a> {
    /// The asset.
    pub asset: &'a Asset,
    /// Whether the start list or a published one names it.
    pub listed: bool,
    /// Whether any source has a price of it.
    pub priced: bool,
    /// The tokens that everybody knows.
    pub familiar: &'a Familiar,
}

/// What a rule says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// It is left out of totals.
    Hide(HideRule),
    /// It counts, and its row says what is odd about it.
    Flag(Reason),
}

/// Every rule, the plainest first: the first one that says something stands.
const RULES: [fn(&Suspect<'_>) -> Option<Judgement>; 3] = [advertises::judge, look_alike::judge, bait::judge];

/// What the rules say of an asset.
#[must_use]
pub fn judge(suspect: &Suspect<'_>) -> Option<Judgement> {
    let is_known = suspect.familiar.knows(&suspect.asset.id);
    RULES.iter().filter(|_| !is_known).find_map(|rule| rule(suspect))
}

impl<'a> Suspect<'a> {
    /// An asset as the rules look at it; `priced` holds what some source has a price of.
    #[must_use]
    pub fn of(asset: &'a Asset, familiar: &'a Familiar, priced: &BTreeSet<&AssetId>) -> Self {
        Self {
            asset,
            listed: asset.origin == "start-list" || asset.origin.starts_with("list:"),
            priced: priced.contains(&asset.id),
            familiar,
        }
    }
}

/// What some source has a price of.
#[must_use]
pub fn priced(quotes: &[Quote]) -> BTreeSet<&AssetId> {
    let with_price = quotes
        .iter()
        .filter(|quote| matches!(quote.answer, Answer::Price { .. }));
    with_price.map(|quote| &quote.asset).collect()
}

#[cfg(test)]
mod tests {
    use ports::{Address, ChainId, asset::Metadata};

    use super::*;

    /// What the rules say of a token that somebody met, among tokens that everybody knows.
    pub(super) fn judged(symbol: &str, name: &str, priced: bool) -> Option<Judgement> {
        let chain = ChainId::evm(1);
        let id = |n: u8| AssetId::erc20(&chain, &Address::evm([n; 20]));
        let familiar = Familiar::new(
            ["USDC", "ETH", "UNI", "USDT"]
                .into_iter()
                .zip(1..)
                .map(|(symbol, n)| (id(n), symbol)),
        );
        let asset = Asset {
            id: id(99),
            metadata: Metadata::cleaned(symbol, name, Some(18)),
            group: "x".into(),
            origin: "chain".into(),
            confirmed: true,
            unreadable_since: None,
        };
        let known: BTreeSet<&AssetId> = if priced {
            BTreeSet::from([&asset.id])
        } else {
            BTreeSet::new()
        };
        judge(&Suspect::of(&asset, &familiar, &known))
    }

    #[test]
    fn what_everybody_knows_is_never_judged() {
        let id: AssetId = "eip155:1/slip44:60".parse().unwrap();
        let familiar = Familiar::new([(id.clone(), "visit.com")]);
        let asset = Asset {
            id,
            metadata: Metadata::cleaned("visit.com", "claim $", Some(18)),
            group: "x".into(),
            origin: "chain".into(),
            confirmed: true,
            unreadable_since: None,
        };
        assert_eq!(judge(&Suspect::of(&asset, &familiar, &BTreeSet::new())), None);
    }
}
