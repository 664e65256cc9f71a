//! The ranking of assets and holdings, and what is beyond the first ones. The report and the explanation of its figures
//! use the same selection.

use std::{
    cmp::{Ordering, Reverse},
    collections::{BTreeMap, BTreeSet},
};

use ports::{Amount, AssetId, Position};

use crate::valuation::{
    compute::holding::{Holding, Outcome, known},
    filter::Filter,
    inputs::types::Inputs,
};

/// This many assets are listed individually in a breakdown. The others are combined.
pub const NAMED_ASSETS: u16 = 7;
/// This many holdings of an asset are listed individually. The others are combined.
pub const NAMED_PLACES: u16 = 2;
/// In dollars: an asset with a lower known value is dust.
const DUST: Amount = Amount::ONE;

/// All holdings of the same asset.
pub struct Group<'a> {
    /// Its name in [`Inputs::group`].
    pub name: &'a str,
    /// The asset whose symbol and name represent the group.
    pub plainest: AssetId,
    /// The known value.
    pub value: Option<Amount>,
    /// The dust limit in the valuation's currency.
    dust: Option<Amount>,
    /// The holdings, the most valuable first, those without a value last.
    pub holdings: Vec<&'a Holding>,
}

impl<'a> Group<'a> {
    fn of(inputs: &Inputs, name: &'a str, mut holdings: Vec<&'a Holding>) -> Self {
        holdings.sort_by(|a, b| most_valuable_first(a, b));
        let plainest = inputs.plainest(holdings.iter().map(|holding| &holding.asset));
        Self {
            name,
            plainest: plainest.unwrap_or(&holdings[0].asset).clone(),
            value: known(holdings.iter().copied()),
            dust: inputs.conversion.of_dollars(DUST),
            holdings,
        }
    }

    /// Returns whether the value is completely known and below the dust limit, that of debts without their sign. A group with an
    /// unpriced holding is never dust.
    #[must_use]
    pub fn is_dust(&self) -> bool {
        let mut sizes = self.holdings.iter().map(|one| Some(one.valued()?.amount().abs()));
        let size = sizes.try_fold(Amount::ZERO, |sum, size| sum.add(size?).ok());
        size.is_some_and(|size| Some(size) < self.dust)
    }
}

fn most_valuable_first(a: &Holding, b: &Holding) -> Ordering {
    let money = |holding: &Holding| holding.valued().map(|valued| valued.amount());
    money(b).cmp(&money(a)).then_with(|| a.account.cmp(&b.account))
}

/// Returns the most valuable visible holding of a group. Its asset and price represent the group on every screen.
pub fn first_place<'a>(holdings: &'a [Holding], group: &str) -> Option<&'a Holding> {
    let shown = holdings.iter().filter(|one| !matches!(one.outcome, Outcome::Hidden(_)));
    shown
        .filter(|one| one.group == group)
        .min_by(|a, b| most_valuable_first(a, b))
}

/// Returns the visible holdings by asset: the most valuable first, those without a value last.
pub fn groups<'a>(inputs: &Inputs, holdings: &'a [Holding]) -> Vec<Group<'a>> {
    let shown = holdings.iter().filter(|one| !matches!(one.outcome, Outcome::Hidden(_)));
    let mut by_name: BTreeMap<&str, Vec<&Holding>> = BTreeMap::new();
    shown.for_each(|holding| by_name.entry(&holding.group).or_default().push(holding));
    let groups = by_name.into_iter();
    let mut groups: Vec<_> = groups.map(|(name, held)| Group::of(inputs, name, held)).collect();
    groups.sort_by_cached_key(|group| {
        let symbol = inputs.symbol(&group.plainest);
        (Reverse(group.value), symbol, group.name)
    });
    groups
}

/// Returns the groups with a known value, which may be zero, beyond the first `after`. A debt is no part of what is divided.
pub fn rest_of_assets<'g, 'a>(groups: &'g [Group<'a>], after: u16) -> impl Iterator<Item = &'g Group<'a>> {
    let priced = groups
        .iter()
        .filter(|group| group.value.is_some_and(|value| value >= Amount::ZERO));
    priced.skip(usize::from(after))
}

/// Returns the holdings of a group that have a value, beyond the first `after`.
pub fn rest_of_places<'a>(group: &Group<'a>, after: u16) -> impl Iterator<Item = &'a Holding> {
    let valued = group.holdings.iter().copied().filter(|one| one.valued().is_some());
    valued.skip(usize::from(after))
}

/// Returns the inputs reduced to the holdings beyond the first `after` of a ranking: of the holdings if the filter
/// selects an asset, otherwise of the assets.
pub fn without_the_first(inputs: &Inputs, holdings: &[Holding], filter: &Filter, after: u16) -> Inputs {
    let groups = groups(inputs, holdings);
    if filter.asset.is_some() {
        let rest = groups.iter().flat_map(|group| rest_of_places(group, after));
        return only(inputs, rest);
    }
    only(
        inputs,
        rest_of_assets(&groups, after).flat_map(|group| group.holdings.iter().copied()),
    )
}

/// Returns the inputs reduced to dust.
pub fn only_dust(inputs: &Inputs, holdings: &[Holding]) -> Inputs {
    let groups = groups(inputs, holdings);
    let dust = groups.iter().filter(|group| group.is_dust());
    only(inputs, dust.flat_map(|group| group.holdings.iter().copied()))
}

fn only<'a>(inputs: &Inputs, holdings: impl Iterator<Item = &'a Holding>) -> Inputs {
    let kept: BTreeSet<_> = holdings.map(|one| (&one.account, &one.asset, one.position())).collect();
    let mut inputs = inputs.clone();
    for snapshot in inputs.accounts.iter_mut().filter_map(|one| one.snapshot.as_mut()) {
        let account = &snapshot.account;
        snapshot.rows.retain(|row| kept.contains(&(account, &row.asset, None)));
        let is_kept = |one: &Position| kept.contains(&(account, &one.asset, Some((&one.place, one.kind))));
        snapshot.positions.retain(is_kept);
        for position in &mut snapshot.protocols.positions {
            position.legs.retain(|leg| is_kept(&leg.position));
        }
        snapshot
            .unreadable
            .retain(|(asset, _)| kept.contains(&(account, asset, None)));
    }
    inputs
}
