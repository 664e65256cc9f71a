//! Quotes that are excluded as outliers although the asset has a price.

use std::collections::BTreeSet;

use ports::{Amount, AssetId, SourceId};

use crate::{
    price::{Decision, Priced, QuoteStatus},
    reason::Reason,
    valuation::{
        compute::{fold::Folded, holding::Outcome},
        inputs::types::Inputs,
    },
};

/// A quote that is excluded as an outlier: the other quotes agree on a price, and this one contradicts them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeldQuote {
    /// The asset to judge.
    pub asset: AssetId,
    /// Symbol to show.
    pub symbol: String,
    /// Name to show.
    pub name: String,
    /// The source of the quote.
    pub source: SourceId,
    /// Display name of the source.
    pub source_name: String,
    /// The price that it states, in dollars.
    pub quoted: Amount,
    /// Why it is not used.
    pub reason: Reason,
}

/// Returns the outliers among the quotes of everything held and not hidden, once per asset and source.
pub(super) fn held_back(inputs: &Inputs, folded: &Folded) -> Vec<HeldQuote> {
    let shown = folded.holdings.iter();
    let shown: BTreeSet<&AssetId> = shown
        .filter(|holding| !matches!(holding.outcome, Outcome::Hidden(_)))
        .map(|holding| &holding.asset)
        .collect();
    let quotes = shown.into_iter().flat_map(|asset| match inputs.decisions.get(asset) {
        Some(Decision::Priced(priced)) => held_quotes(inputs, asset, priced),
        Some(Decision::Unpriced { .. }) | None => Vec::new(),
    });
    quotes.collect()
}

fn held_quotes(inputs: &Inputs, asset: &AssetId, priced: &Priced) -> Vec<HeldQuote> {
    let held = priced
        .considered
        .iter()
        .filter(|one| one.status == QuoteStatus::HeldBack);
    held.filter_map(|one| {
        Some(HeldQuote {
            asset: asset.clone(),
            symbol: inputs.symbol(asset),
            name: inputs.name(asset),
            source: one.quote().source.clone(),
            source_name: inputs.source_name(&one.quote().source),
            quoted: one.value?,
            reason: one.status.reason(one.value, Some(priced.value))?,
        })
    })
    .collect()
}
