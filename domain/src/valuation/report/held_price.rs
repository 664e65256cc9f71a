//! Prices that are known but not used, each with its remedy.

use std::collections::BTreeSet;

use ports::AssetId;

use crate::{
    price::Unpriced,
    reason::Reason,
    valuation::{compute::gap::Gap, report::coverage::Coverage},
};

/// An asset whose price is not used, or one of whose quotes is excluded as an outlier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeldPrice {
    /// The asset to judge.
    pub asset: AssetId,
    /// Symbol to show.
    pub symbol: String,
    /// Name to show.
    pub name: String,
    /// Whether the asset is counted nevertheless, at the price that the other sources agree on.
    pub counted: bool,
    /// Why the price or quote is not used.
    pub reason: Reason,
    /// What helps, as a sentence to show.
    pub fix: &'static str,
}

/// Returns the unused prices in a valuation: first assets that are not counted because of them, then outliers.
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
