//! The valuation itself: the holdings, their sum and what is left out, recorded in a trace.

use std::collections::{BTreeMap, BTreeSet};

use ports::{AccountId, Amount, AssetId, PositionKind, Ratio, Snapshot};

use crate::{
    trace::{Node, Operation, Trace},
    valuation::{
        compute::{
            gap::Gap,
            held::HeldAmount,
            holding::{self, Holding, Outcome},
            labels::{self, Lead},
        },
        filter::{Filter, PlaceSelection},
        inputs::types::Inputs,
        section::{Belonging, SheetSection},
    },
};

/// The result of a fold.
#[derive(Clone, Debug)]
pub struct Folded {
    /// The sum of all valued holdings, unrounded.
    pub known: Amount,
    /// The sum of what is owned, without debts; `None` if it has more digits than can be stored.
    pub owned: Option<Amount>,
    /// All holdings that match the filter, in a fixed order.
    pub holdings: Vec<Holding>,
    /// Which balances are not counted, because the amounts of positions stand for them.
    pub replaced: Vec<ReplacedBalances>,
}

/// The balances that the amounts of a position in a protocol stand for.
#[derive(Clone, Debug)]
pub struct ReplacedBalances {
    /// The account.
    pub account: AccountId,
    /// The assets of the balances.
    pub receipts: Vec<AssetId>,
    /// The assets of the amounts that are counted in their place.
    pub counted: Vec<AssetId>,
}

impl ReplacedBalances {
    /// Returns those of the accounts that a filter selects.
    fn of(inputs: &Inputs, filter: &Filter) -> Vec<Self> {
        let snapshots = inputs.accounts.iter().filter_map(|one| one.snapshot.as_ref());
        let selected = snapshots.filter(|snapshot| inputs.is_within(filter, &snapshot.account));
        let positions = selected.flat_map(|snapshot| snapshot.protocols.positions.iter().map(move |of| (snapshot, of)));
        positions
            .map(|(snapshot, of)| Self {
                account: snapshot.account.clone(),
                receipts: of.receipts.clone(),
                counted: of.legs.iter().map(|leg| leg.position.asset.clone()).collect(),
            })
            .collect()
    }

    /// Returns the assets that a fold counts otherwise, if it counts one of these balances.
    pub fn counted_otherwise<'a>(&'a self, other: &Folded) -> impl Iterator<Item = &'a AssetId> {
        let is_counted = other.holdings.iter().any(|holding| {
            holding.account == self.account && holding.place.is_none() && self.receipts.contains(&holding.asset)
        });
        let assets = self.receipts.iter().chain(&self.counted);
        assets.filter(move |_| is_counted)
    }
}

impl Folded {
    /// Returns the sum of the valued holdings of these assets, which equals a fold over them alone. `None` if it has
    /// more digits than can be stored.
    #[must_use]
    pub fn known_of(&self, assets: &BTreeSet<AssetId>) -> Option<Amount> {
        let of = self.holdings.iter().filter(|holding| assets.contains(&holding.asset));
        let mut valued = of.filter_map(Holding::valued);
        valued
            .try_fold(Amount::ZERO, |sum, valued| sum.add(valued.amount()))
            .ok()
    }

    /// Returns a value as a fraction of what is owned. A debt is no part of it and has no share.
    #[must_use]
    pub fn share(&self, value: Option<Amount>) -> Option<Ratio> {
        Ratio::of(value.filter(|value| !value.is_negative())?, self.owned?)
    }

    fn empty() -> Self {
        Self {
            known: Amount::ZERO,
            owned: Some(Amount::ZERO),
            holdings: Vec::new(),
            replaced: Vec::new(),
        }
    }
}

/// A holding that is not valued yet.
enum Item<'a> {
    Held(&'a Snapshot, HeldAmount<'a>),
    Unreadable(&'a Snapshot, &'a AssetId, &'a str),
}

impl<'a> Item<'a> {
    fn value<R: Trace>(&self, inputs: &Inputs, lead: Lead, rec: &mut R) -> Holding {
        match self {
            Self::Held(snapshot, held) => holding::value(inputs, snapshot, *held, lead, rec),
            Self::Unreadable(snapshot, asset, why) => holding::unreadable(inputs, snapshot, asset, why, lead, rec),
        }
    }

    fn snapshot(&self) -> &Snapshot {
        match self {
            Self::Held(snapshot, _) | Self::Unreadable(snapshot, ..) => snapshot,
        }
    }

    fn asset(&self) -> &'a AssetId {
        match self {
            Self::Held(_, held) => held.asset,
            Self::Unreadable(_, asset, _) => asset,
        }
    }

    fn kind(&self, inputs: &Inputs) -> PositionKind {
        match self {
            Self::Held(_, held) => held.kind(inputs),
            Self::Unreadable(_, asset, _) => inputs.kind(asset),
        }
    }

    fn place(&self) -> PlaceSelection {
        let position = match self {
            Self::Held(_, held) => held.position,
            Self::Unreadable(..) => None,
        };
        PlaceSelection::of(position.map(|position| &position.place))
    }

    fn belonging(&self, inputs: &'a Inputs) -> Belonging<'a> {
        let chain = &self.snapshot().account.chain;
        match self {
            Self::Held(_, held) => held.belonging(inputs, chain),
            Self::Unreadable(_, asset, _) => match inputs.receipt(asset) {
                Some(receipt) => Belonging::Protocol {
                    place: &receipt.place,
                    item: None,
                    leg: None,
                    is_debt: false,
                },
                None => Belonging::Wallet,
            },
        }
    }

    fn fits(&self, inputs: &'a Inputs, filter: &Filter) -> bool {
        let (account, asset) = (&self.snapshot().account, self.asset());
        let selected = filter.asset.as_ref();
        selected.is_none_or(|selected| selected.includes(asset, inputs.group(asset)))
            && filter.kind.is_none_or(|kind| kind == self.kind(inputs))
            && filter.place.as_ref().is_none_or(|place| *place == self.place())
            && (filter.section.as_ref()).is_none_or(|section| section.includes(self.belonging(inputs)))
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

/// A group without any valued holding has no value. Zero would be wrong.
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

/// Values every holding that matches the filter and sums them, grouped by asset unless the filter selects one. Each
/// step is reported to the recorder.
pub fn fold<R: Trace>(inputs: &Inputs, filter: &Filter, title: &str, rec: &mut R) -> Folded {
    let groups = Groups::of(inputs, filter);
    rec.open(|| Node::new(Operation::Sum, title, inputs.conversion.currency.as_str()));
    let mut folded = Folded {
        replaced: ReplacedBalances::of(inputs, filter),
        ..Folded::empty()
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

/// The holdings that match a filter, by group, so that groups can be folded one by one without searching all holdings
/// again.
pub struct Groups<'a>(BTreeMap<&'a str, Vec<Item<'a>>>);

impl<'a> Groups<'a> {
    /// Groups the holdings that match a filter.
    pub fn of(inputs: &'a Inputs, filter: &Filter) -> Self {
        let mut groups: BTreeMap<&str, Vec<Item<'a>>> = BTreeMap::new();
        for item in items(inputs, filter).filter(|item| item.fits(inputs, filter)) {
            groups.entry(inputs.group(item.asset())).or_default().push(item);
        }
        Self(groups)
    }

    /// Returns the names of the groups.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().copied()
    }

    /// Returns the assets of a group, once per holding.
    pub fn assets(&self, group: &str) -> impl Iterator<Item = &'a AssetId> {
        self.0.get(group).into_iter().flatten().map(Item::asset)
    }

    /// Values one group and sums it under a title. The sum of an unknown group is zero.
    pub fn fold<R: Trace>(&self, inputs: &Inputs, group: &str, title: &str, rec: &mut R) -> Amount {
        let mut folded = Folded::empty();
        rec.open(|| Node::new(Operation::Sum, title, inputs.conversion.currency.as_str()));
        for item in self.0.get(group).into_iter().flatten() {
            take(&mut folded, item.value(inputs, Lead::Wallet, rec));
        }
        rec.close(|node| node.value = Some(folded.known));
        folded.known
    }
}

/// Adds a holding to the sum. If the sum would have more digits than can be stored, the holding becomes a gap and the
/// sum stays exact.
fn take(folded: &mut Folded, mut holding: Holding) {
    if let Some(valued) = holding.valued() {
        match folded.known.add(valued.amount()) {
            Ok(sum) => {
                folded.known = sum;
                let owned = Some(valued.amount()).filter(|amount| !amount.is_negative());
                folded.owned = folded.owned.and_then(|sum| sum.add(owned.unwrap_or(Amount::ZERO)).ok());
            }
            Err(_) => holding.outcome = Outcome::Gap(Gap::Overflow),
        }
    }
    folded.holdings.push(holding);
}

/// Returns every balance and position that a filter may select, sorted by account, asset, place and role, so that the order of the inputs does not matter. An
/// unreadable contract is a gap, unless it is a dead entry of a list ([`Inputs::is_dead`]).
fn items<'a>(inputs: &'a Inputs, filter: &Filter) -> impl Iterator<Item = Item<'a>> {
    let is_recorded = filter.section == Some(SheetSection::Recorded);
    let mut accounts: Vec<_> = inputs.accounts.iter().filter_map(|one| one.snapshot.as_ref()).collect();
    accounts.sort_by(|a, b| a.account.cmp(&b.account));
    accounts.into_iter().flat_map(move |snapshot| {
        let mut held: Vec<_> = if is_recorded {
            HeldAmount::recorded(snapshot).collect()
        } else {
            HeldAmount::all(snapshot).collect()
        };
        held.retain(|held| !held.raw.is_zero());
        held.sort_by_key(HeldAmount::order);
        let rows = held.into_iter().map(move |held| Item::Held(snapshot, held));
        let unreadable = snapshot
            .unreadable
            .iter()
            .filter(|(asset, why)| !inputs.is_dead(asset, why))
            .map(move |(asset, why)| Item::Unreadable(snapshot, asset, why));
        rows.chain(unreadable)
    })
}
