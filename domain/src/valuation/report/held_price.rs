//! Prices that are held back, each with what helps.

use std::collections::BTreeSet;

use ports::AssetId;

use crate::{
    price::Unpriced,
    reason::Reason,
    valuation::{compute::gap::Gap, report::coverage::Coverage},
};

/// A price that is not believed, or that does not believe a quote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeldPrice {
    /// Of which asset.
    pub asset: AssetId,
    /// Symbol for people.
    pub symbol: String,
    /// Name for people.
    pub name: String,
    /// Whether the asset is counted all the same, at what the others agree on.
    pub counted: bool,
    /// Why it is held back.
    pub reason: Reason,
    /// What helps.
    pub fix: &'static str,
}

/// What is held back of all that a valuation covers: first what is not counted for it.
pub fn held_prices(coverage: &Coverage) -> Vec<HeldPrice> {
    let mut seen = BTreeSet::new();
    let gaps = coverage.unpriced.iter().filter_map(|one| match &one.gap {
        Gap::Unpriced(why) if why.held_back() => Some(HeldPrice {
            asset: one.asset.clone(),
            symbol: one.symbol.clone(),
            name: one.name.clone(),
            counted: false,
            reason: one.reason.clone(),
            fix: fix(why),
        }),
        _ => None,
    });
    let gaps: Vec<_> = gaps.filter(|held| seen.insert(held.asset.clone())).collect();
    let quotes = coverage.held_back.iter().map(|one| HeldPrice {
        asset: one.asset.clone(),
        symbol: one.symbol.clone(),
        name: one.name.clone(),
        counted: true,
        reason: Reason {
            code: one.reason.code,
            text: format!("{}: {}", one.source_name, one.reason.text),
        },
        fix: "No action needed: the other sources are used. This one is used again once it agrees.",
    });
    gaps.into_iter().chain(quotes).collect()
}

fn fix(why: &Unpriced) -> &'static str {
    match why {
        Unpriced::Disagree { .. } => "Retries automatically. Set a price if you know the right one.",
        Unpriced::Leap { .. } => "Used once a second source agrees. Set a price if you know it is right.",
        Unpriced::Alone { .. } => "Set a price, or add API keys for price sources in the configuration.",
        _ => "Set the price you could sell it for.",
    }
}
