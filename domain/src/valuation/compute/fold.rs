//! The one computation: holdings, their sum, and what was left out, told to a recorder.

use std::collections::{BTreeMap, BTreeSet};

use ports::{Amount, AssetId, Ratio, Snapshot, snapshot::SnapshotRow};

use crate::valuation::{
    compute::{
        gap::Gap,
        holding::{self, Holding, Outcome},
        labels::{self, Lead},
        trace::{Node, Operation, Trace},
    },
    filter::Filter,
    inputs::types::Inputs,
};

/// What a fold came to.
#[derive(Clone, Debug)]
pub struct Folded {
    /// The sum of what is valued, unrounded.
    pub known: Amount,
    /// Every holding that was looked at, in a fixed order.
    pub holdings: Vec<Holding>,
}

impl Folded {
    /// The sum of what is valued of these assets: what a fold over them alone comes to. `None` where it would need more
    /// digits than are kept.
    #[must_use]
    pub fn known_of(&self, assets: &BTreeSet<AssetId>) -> Option<Amount> {
        let of = self.holdings.iter().filter(|holding| assets.contains(&holding.asset));
        let mut valued = of.filter_map(Holding::valued);
        valued
            .try_fold(Amount::ZERO, |sum, valued| sum.add(valued.amount()))
            .ok()
    }

    /// The part of all that is valued.
    #[must_use]
    pub fn share(&self, value: Option<Amount>) -> Option<Ratio> {
        Ratio::of(value?, self.known)
    }
}

/// A holding that is still to be valued.
enum Item<'a> {
    Row(&'a Snapshot, &'a SnapshotRow),
    Unreadable(&'a Snapshot, &'a AssetId, &'a str),
}

impl<'a> Item<'a> {
    fn value<R: Trace>(&self, inputs: &Inputs, lead: Lead, rec: &mut R) -> Holding {
        match self {
            Self::Row(snapshot, row) => holding::value(inputs, snapshot, row, lead, rec),
            Self::Unreadable(snapshot, asset, why) => holding::unreadable(inputs, snapshot, asset, why, lead, rec),
        }
    }

    fn snapshot(&self) -> &Snapshot {
        match self {
            Self::Row(snapshot, _) | Self::Unreadable(snapshot, ..) => snapshot,
        }
    }

    fn asset(&self) -> &'a AssetId {
        match self {
            Self::Row(_, row) => &row.asset,
            Self::Unreadable(_, asset, _) => asset,
        }
    }

    fn fits(&self, inputs: &Inputs, filter: &Filter) -> bool {
        let (account, asset) = (&self.snapshot().account, self.asset());
        let selected = filter.asset.as_ref();
        selected.is_none_or(|selected| selected.includes(asset, inputs.group(asset)))
            && filter.kind.is_none_or(|kind| kind == inputs.kind(asset))
            && inputs.is_within(filter, account)
    }
}

fn group_node(inputs: &Inputs, items: &[Item<'_>]) -> Node {
    let name = inputs
        .plainest(items.iter().map(Item::asset))
        .map(|asset| labels::name(inputs, asset));
    Node::new(
        Operation::Sum,
        name.unwrap_or_default(),
        inputs.conversion.currency.as_str(),
    )
}

/// A group in which nothing is valued has no value either: zero would be invented.
fn close_group(node: &mut Node, holdings: &[Holding], sum: Option<Amount>) {
    let has = |like: fn(&Outcome) -> bool| holdings.iter().any(|one| like(&one.outcome));
    if has(|outcome| matches!(outcome, Outcome::Valued { .. })) {
        node.value = sum;
    } else if has(|outcome| matches!(outcome, Outcome::Gap(_) | Outcome::Unconverted(_))) {
        node.operation = Operation::Gap;
    } else {
        node.operation = Operation::Hidden;
    }
}

/// Values every holding that fits and sums them up. Grouped by asset, unless the filter names one.
pub fn fold<R: Trace>(inputs: &Inputs, filter: &Filter, title: &str, rec: &mut R) -> Folded {
    let groups = Groups::of(inputs, filter);
    rec.open(|| Node::new(Operation::Sum, title, inputs.conversion.currency.as_str()));
    let mut folded = Folded {
        known: Amount::ZERO,
        holdings: Vec::new(),
    };
    for items in groups.0.values() {
        let nested = filter.asset.is_none() && items.len() > 1;
        let lead = if filter.asset.is_some() || nested {
            Lead::Wallet
        } else {
            Lead::Asset
        };
        if nested {
            rec.open(|| group_node(inputs, items));
        }
        let (before, first) = (folded.known, folded.holdings.len());
        for item in items {
            take(&mut folded, item.value(inputs, lead, rec));
        }
        if nested {
            let of_group = folded.holdings.get(first..).unwrap_or_default();
            rec.close(|node| close_group(node, of_group, folded.known.sub(before).ok()));
        }
    }
    rec.close(|node| node.value = Some(folded.known));
    folded
}

/// The holdings that fit a filter, by group: for folding one group after the other without looking at all of them again.
pub struct Groups<'a>(BTreeMap<&'a str, Vec<Item<'a>>>);

impl<'a> Groups<'a> {
    /// Groups the holdings that fit.
    pub fn of(inputs: &'a Inputs, filter: &Filter) -> Self {
        let mut groups: BTreeMap<&str, Vec<Item<'a>>> = BTreeMap::new();
        for item in items(inputs).filter(|item| item.fits(inputs, filter)) {
            groups.entry(inputs.group(item.asset())).or_default().push(item);
        }
        Self(groups)
    }

    /// The names of the groups.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().copied()
    }

    /// The assets of a group, each as often as it is held.
    pub fn assets(&self, group: &str) -> impl Iterator<Item = &'a AssetId> {
        self.0.get(group).into_iter().flatten().map(Item::asset)
    }

    /// Values one group and sums it up under a title; nothing held is a sum of nothing.
    pub fn fold<R: Trace>(&self, inputs: &Inputs, group: &str, title: &str, rec: &mut R) -> Amount {
        let mut folded = Folded {
            known: Amount::ZERO,
            holdings: Vec::new(),
        };
        rec.open(|| Node::new(Operation::Sum, title, inputs.conversion.currency.as_str()));
        for item in self.0.get(group).into_iter().flatten() {
            take(&mut folded, item.value(inputs, Lead::Wallet, rec));
        }
        rec.close(|node| node.value = Some(folded.known));
        folded.known
    }
}

/// Adds a holding. One that would need more digits than are kept becomes a gap of its own; the rest stays exact.
fn take(folded: &mut Folded, mut holding: Holding) {
    if let Some(valued) = holding.valued() {
        match folded.known.add(valued.amount()) {
            Ok(sum) => folded.known = sum,
            Err(_) => holding.outcome = Outcome::Gap(Gap::Overflow),
        }
    }
    folded.holdings.push(holding);
}

/// Every balance of every account, sorted by account and asset: the order of the inputs does not matter. A contract that
/// cannot be read is a gap, except for dead entries of lists ([`Inputs::is_dead`]).
fn items(inputs: &Inputs) -> impl Iterator<Item = Item<'_>> {
    let mut accounts: Vec<_> = inputs.accounts.iter().filter_map(|one| one.snapshot.as_ref()).collect();
    accounts.sort_by(|a, b| a.account.cmp(&b.account));
    accounts.into_iter().flat_map(|snapshot| {
        let mut rows: Vec<_> = snapshot.rows.iter().filter(|row| !row.raw.is_zero()).collect();
        rows.sort_by(|a, b| a.asset.cmp(&b.asset));
        let rows = rows.into_iter().map(move |row| Item::Row(snapshot, row));
        let unreadable = snapshot
            .unreadable
            .iter()
            .filter(|(asset, why)| !inputs.is_dead(asset, why))
            .map(move |(asset, why)| Item::Unreadable(snapshot, asset, why));
        rows.chain(unreadable)
    })
}
