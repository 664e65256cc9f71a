//! The assets whose value changed within a day, the largest change first.

use std::collections::{BTreeMap, BTreeSet};

use ports::{Amount, AssetId, Ratio};

use crate::{
    price::Decision,
    valuation::{
        compute::{fold::Folded, holding::Holding},
        inputs::types::Inputs,
        report::{asset_line::price, ranking},
    },
};

/// How many of the largest changes are listed.
const NAMED_MOVES: usize = 3;
/// In dollars: on a quiet day no asset's value changes by more than this.
const QUIET: u32 = 10;

/// The changes within a day.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moves {
    /// The largest changes of value.
    pub largest: Vec<AssetMove>,
    /// How many assets changed in value.
    pub count: usize,
    /// On a quiet day no asset changes by more than this amount of the currency; `None` without a rate.
    pub quiet_below: Option<Amount>,
    /// The change of the price by group, as a fraction of the price then. Prices are in the currency, so the change
    /// includes that of the exchange rate.
    pub prices: BTreeMap<String, Ratio>,
}

/// The change of one asset over all accounts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssetMove {
    /// The group of assets that are the same on several chains.
    pub group: String,
    /// The asset that also represents the group in the table of assets, or one held a day ago if none is held any more.
    pub asset: AssetId,
    /// Symbol to show.
    pub symbol: String,
    /// Name to show.
    pub name: String,
    /// The price of one whole unit now, in the currency.
    pub price: Option<Amount>,
    /// The value now minus the value then.
    pub change: Amount,
    /// The change as a fraction of the value then.
    pub share: Option<Ratio>,
}

/// The value of a group on both days, and its assets.
#[derive(Default)]
struct Days<'a> {
    now: Option<Amount>,
    then: Option<Amount>,
    assets: BTreeSet<&'a AssetId>,
}

impl Moves {
    /// Returns the changes of the comparable assets. An asset that was not held on one of the days has a value of zero
    /// on that day.
    pub fn of(
        (inputs, before): (&Inputs, &Inputs),
        (today, then): (&Folded, &Folded),
        comparable: &BTreeSet<AssetId>,
    ) -> Self {
        let mut groups: BTreeMap<&str, Days<'_>> = BTreeMap::new();
        for (day, is_today) in [(today, true), (then, false)] {
            for holding in day.holdings.iter().filter(|one| comparable.contains(&one.asset)) {
                let days = groups.entry(&holding.group).or_default();
                days.assets.insert(&holding.asset);
                let sum = if is_today { &mut days.now } else { &mut days.then };
                *sum = with(*sum, holding);
            }
        }
        let price_change = |group: &&str| {
            let held = ranking::first_place(&today.holdings, group).filter(|held| comparable.contains(&held.asset))?;
            let (now, then) = (price(inputs, held)?, price_of(before, &held.asset)?);
            Some(((*group).to_owned(), Ratio::of(now.sub(then).ok()?, then)?))
        };
        let prices = groups.keys().filter_map(price_change).collect();
        let mut moves: Vec<AssetMove> = groups
            .iter()
            .filter_map(|(group, days)| asset_move(inputs, today, group, days))
            .collect();
        moves.sort_by(|a, b| {
            let largest_first = b.change.abs().cmp(&a.change.abs());
            largest_first.then_with(|| a.group.cmp(&b.group))
        });
        let count = moves.len();
        moves.truncate(NAMED_MOVES);
        Self {
            largest: moves,
            count,
            quiet_below: inputs.conversion.of_dollars(Amount::from(QUIET)),
            prices,
        }
    }
}

/// Returns the decided price of one whole unit, in the currency.
fn price_of(inputs: &Inputs, asset: &AssetId) -> Option<Amount> {
    match inputs.decisions.get(asset)? {
        Decision::Priced(priced) => inputs.conversion.of_dollars(priced.value),
        Decision::Unpriced { .. } => None,
    }
}

fn with(sum: Option<Amount>, holding: &Holding) -> Option<Amount> {
    let Some(valued) = holding.valued() else { return sum };
    sum.unwrap_or(Amount::ZERO).add(valued.amount()).ok()
}

/// Returns the change of a group; `None` if its value did not change.
fn asset_move(inputs: &Inputs, today: &Folded, group: &str, days: &Days<'_>) -> Option<AssetMove> {
    let (now, then) = (days.now.unwrap_or(Amount::ZERO), days.then.unwrap_or(Amount::ZERO));
    let change = now.sub(then).ok().filter(|change| !change.is_zero())?;
    let plainest = inputs.plainest(days.assets.iter().copied())?;
    let first = ranking::first_place(&today.holdings, group);
    Some(AssetMove {
        group: group.to_owned(),
        asset: first.map_or(plainest, |held| &held.asset).clone(),
        symbol: inputs.symbol(plainest),
        name: inputs.name(plainest),
        price: first.and_then(|held| price(inputs, held)),
        change,
        share: Ratio::of(change, then),
    })
}
