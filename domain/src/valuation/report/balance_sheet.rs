//! The balance sheet: how wallets, exchanges and positions in protocols add up, and each position.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
};

use ports::{
    AccountId, Amount, ChainId, PositionKind, PositionLeg, PositionPlace, ProtocolPosition, Ratio, Snapshot, Timestamp,
    protocol::ProtocolStatus,
};

use crate::valuation::{
    compute::{
        fold::Folded,
        holding::{Holding, Outcome, known},
        protocol_part::ProtocolPart,
    },
    filter::Filter,
    inputs::types::{AccountInput, Inputs},
    report::{
        asset_line::{Part, part},
        place_line::{KindLine, kind_line},
    },
    section::{InProtocol, SheetSection},
};

/// How wallets, exchanges and positions in protocols add up to the total of everything known.
#[derive(Clone, Debug)]
pub struct BalanceSheet {
    /// The known value of balances that are no receipts.
    pub wallets: Option<Amount>,
    /// The known value at exchanges, less what is borrowed there.
    pub exchanges: Option<Amount>,
    /// The known value of what is owned in protocols.
    pub credit: Option<Amount>,
    /// The known value of what is owed to protocols, negative.
    pub debt: Option<Amount>,
    /// Credit less debt.
    pub net: Option<Amount>,
    /// One row for each kind of position in protocols, by their numbers. The share is that of the credit, or of the debt.
    pub kinds: Vec<KindLine>,
    /// One row for each account in each protocol, the most valuable first, those without a value last.
    pub protocols: Vec<ProtocolLine>,
    /// How many positions each amount of which has a value.
    pub valued: u32,
    /// How many positions have an amount without a value.
    pub unvalued: u32,
    /// The protocols in which positions were looked for.
    pub looked_for: LookedFor,
}

/// The protocols in which positions were looked for. Receipts in wallets are found without reading their protocol.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LookedFor {
    /// How many protocols.
    pub protocols: u32,
    /// On how many chains.
    pub chains: u32,
    /// When the oldest of the readings was made.
    pub read_at: Option<Timestamp>,
}

/// What an account has in a protocol.
#[derive(Clone, Debug)]
pub struct ProtocolLine {
    /// The protocol.
    pub place: PositionPlace,
    /// Its website; `None` for the issuer of a receipt that was found in a wallet.
    pub website: Option<String>,
    /// Why it is closed, or that it lost money of its users, as a sentence; `None` where nothing is known against it.
    pub impaired: Option<String>,
    /// The account.
    pub account: AccountId,
    /// Name of the chain.
    pub chain_name: String,
    /// The wallet's label.
    pub label: String,
    /// The known value, less debts.
    pub value: Option<Amount>,
    /// The known value of what is owed, negative; `None` without debts.
    pub debt: Option<Amount>,
    /// Fraction of the net value of all protocols; `None` if either is negative.
    pub share: Option<Ratio>,
    /// Its positions, the most valuable first.
    pub positions: Vec<PositionLine>,
    /// When the block of the reading was mined.
    pub as_of: Timestamp,
    /// The block of the reading.
    pub block: u64,
    /// Whether that reading is old or a later one failed.
    pub stale: bool,
}

/// One position: the amounts that belong together.
#[derive(Clone, Debug)]
pub struct PositionLine {
    /// Which of the account's positions in the protocol; `None` where it can have one only.
    pub item: Option<String>,
    /// The known value, less debts.
    pub value: Option<Amount>,
    /// The health factor that the protocol stated. `None` where it states none, without debts, and while the reading is old.
    pub health: Option<Amount>,
    /// What could not be read of it, each as a sentence.
    pub unread: Vec<String>,
    /// Whether its liquidity is in one token only.
    pub is_one_sided: bool,
    /// Its amounts, the most valuable first; rewards last.
    pub amounts: Vec<SheetAmount>,
}

/// One amount of a position.
#[derive(Clone, Debug)]
pub struct SheetAmount {
    /// The holding.
    pub part: Part,
    /// Name of the asset to show.
    pub name: String,
    /// How it is held.
    pub kind: PositionKind,
    /// The amount as the protocol states it; `None` for the balance of a receipt.
    pub leg: Option<PositionLeg>,
}

/// Returns the balance sheet.
pub fn balance_sheet(inputs: &Inputs, folded: &Folded) -> BalanceSheet {
    let shown = |holding: &&Holding| !matches!(holding.outcome, Outcome::Hidden(_));
    let all = || folded.holdings.iter().filter(shown);
    let in_protocols: Vec<&Holding> = all().filter(|holding| holding.protocol.is_some()).collect();
    let is_debt = |holding: &&&Holding| holding.kind == PositionKind::Borrowed;
    let elsewhere = |at_exchange: bool| {
        let of = all().filter(move |one| one.protocol.is_none() && one.account.chain.is_exchange() == at_exchange);
        known(of)
    };
    let net = known(in_protocols.iter().copied());
    let credit = known(in_protocols.iter().filter(|one| !is_debt(one)).copied());
    let debt = known(in_protocols.iter().filter(is_debt).copied());
    let protocols = protocol_lines(inputs, folded, &in_protocols, net);
    let positions = || protocols.iter().flat_map(|line| &line.positions);
    let unvalued = positions().filter(|one| !one.is_valued()).count();
    BalanceSheet {
        wallets: elsewhere(false),
        exchanges: elsewhere(true),
        credit,
        debt,
        net,
        kinds: kinds(&in_protocols, credit, debt),
        valued: count(positions().count() - unvalued),
        unvalued: count(unvalued),
        looked_for: looked_for(inputs),
        protocols,
    }
}

fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// Returns one row for each kind of position, with its share of the credit or of the debt.
fn kinds(holdings: &[&Holding], credit: Option<Amount>, debt: Option<Amount>) -> Vec<KindLine> {
    let line = |kind: PositionKind| {
        let all = if kind == PositionKind::Borrowed { debt } else { credit };
        let held = || holdings.iter().filter(move |one| one.kind == kind).copied();
        kind_line(kind, held, |value| Ratio::of(value?, all?))
    };
    let lines = PositionKind::ALL.into_iter().map(line);
    lines.filter(|line| line.priced + line.unpriced > 0).collect()
}

/// Returns where positions were looked for: in the protocols of the chains whose accounts were read completely.
fn looked_for(inputs: &Inputs) -> LookedFor {
    let read = || {
        let snapshots = inputs.accounts.iter().filter_map(|one| one.snapshot.as_ref());
        snapshots.filter(|snapshot| !snapshot.probe)
    };
    let chains: BTreeSet<&ChainId> = read().map(|snapshot| &snapshot.account.chain).collect();
    let of = || {
        inputs
            .protocols
            .iter()
            .filter(|profile| chains.contains(&profile.chain))
    };
    let names: BTreeSet<&PositionPlace> = of().map(|profile| &profile.place).collect();
    let on: BTreeSet<&ChainId> = of().map(|profile| &profile.chain).collect();
    let times = read().filter(|snapshot| on.contains(&snapshot.account.chain));
    LookedFor {
        protocols: count(names.len()),
        chains: count(on.len()),
        read_at: times.map(|snapshot| snapshot.taken_at).min(),
    }
}

/// The holdings of an account in a protocol, by position.
type ByItem<'a> = BTreeMap<Option<&'a str>, Vec<(&'a Holding, &'a ProtocolPart)>>;

fn protocol_lines(inputs: &Inputs, folded: &Folded, holdings: &[&Holding], net: Option<Amount>) -> Vec<ProtocolLine> {
    let mut found: BTreeMap<(&PositionPlace, &AccountId), ByItem<'_>> = BTreeMap::new();
    for holding in holdings {
        let Some(protocol) = &holding.protocol else { continue };
        let positions = found.entry((&protocol.place, &holding.account)).or_default();
        let of = positions.entry(protocol.item.as_deref()).or_default();
        of.push((holding, protocol));
    }
    let accounts = inputs.by_account();
    let line = |((place, id), positions): ((&PositionPlace, &AccountId), ByItem<'_>)| {
        let account = accounts.get(id).copied();
        protocol_line((inputs, folded), (place, id), account, &positions, net)
    };
    let mut lines: Vec<ProtocolLine> = found.into_iter().map(line).collect();
    lines.sort_by_key(|line| Reverse(line.value));
    lines
}

fn protocol_line(
    (inputs, folded): (&Inputs, &Folded),
    (place, id): (&PositionPlace, &AccountId),
    account: Option<&AccountInput>,
    positions: &ByItem<'_>,
    net: Option<Amount>,
) -> ProtocolLine {
    let all = || positions.values().flatten().map(|(holding, _)| *holding);
    let value = known(all());
    let mut profiles = inputs.protocols.iter();
    let profile = profiles.find(|profile| profile.place == *place && profile.chain == id.chain);
    let snapshot = account.and_then(|one| one.snapshot.as_ref());
    ProtocolLine {
        place: place.clone(),
        website: profile.map(|profile| profile.website.clone()),
        impaired: profile.and_then(|profile| match &profile.status {
            ProtocolStatus::Live => None,
            ProtocolStatus::Impaired(why) => Some(why.clone()),
        }),
        account: id.clone(),
        chain_name: inputs.chain_name(&id.chain),
        label: account.map_or_else(|| id.address.short(), |one| inputs.wallet_label(one).to_owned()),
        value,
        debt: known(all().filter(|holding| holding.kind == PositionKind::Borrowed)),
        share: value.zip(net).and_then(|(value, net)| share(value, net)),
        positions: position_lines((inputs, folded), place, account, positions),
        as_of: snapshot.map_or(inputs.at, Snapshot::as_of),
        block: snapshot.map_or(0, |snapshot| snapshot.block.number),
        stale: is_stale(inputs, account),
    }
}

/// Returns a fraction of a net value, unless either is negative.
fn share(value: Amount, net: Amount) -> Option<Ratio> {
    let is_part = !value.is_negative() && !net.is_negative();
    is_part.then(|| Ratio::of(value, net)).flatten()
}

/// Returns whether the reading of an account is old, or a later one failed.
fn is_stale(inputs: &Inputs, account: Option<&AccountInput>) -> bool {
    account.is_some_and(|one| one.failure.is_some() || one.is_old(inputs.at))
}

fn position_lines(
    (inputs, folded): (&Inputs, &Folded),
    place: &PositionPlace,
    account: Option<&AccountInput>,
    positions: &ByItem<'_>,
) -> Vec<PositionLine> {
    let snapshot = account.and_then(|one| one.snapshot.as_ref());
    let read = snapshot.map_or(&[][..], |one| one.protocols.positions.as_slice());
    let mut lines: Vec<PositionLine> = Vec::with_capacity(positions.len());
    for (item, held) in positions {
        let mut stated = read.iter().filter(|one| one.place == *place);
        let stated = stated.find(|one| one.item.as_deref() == *item);
        lines.push(position_line((inputs, folded), account, *item, held, stated));
    }
    lines.sort_by_key(|line| Reverse(line.value));
    lines
}

fn position_line(
    (inputs, folded): (&Inputs, &Folded),
    account: Option<&AccountInput>,
    item: Option<&str>,
    held: &[(&Holding, &ProtocolPart)],
    stated: Option<&ProtocolPosition>,
) -> PositionLine {
    let amount = |(holding, protocol): &(&Holding, &ProtocolPart)| SheetAmount {
        part: part(inputs, account, folded, holding),
        name: inputs.name(&holding.asset),
        kind: holding.kind,
        leg: protocol.leg.clone(),
    };
    let mut amounts: Vec<SheetAmount> = held.iter().map(amount).collect();
    amounts.sort_by_key(|one| (one.kind == PositionKind::Reward, Reverse(one.part.value)));
    PositionLine {
        item: item.map(ToOwned::to_owned),
        value: known(held.iter().map(|(holding, _)| *holding)),
        // The health of an hour ago can hide a liquidation.
        health: stated
            .filter(|_| !is_stale(inputs, account))
            .and_then(|stated| stated.health),
        unread: stated.map(|stated| stated.unread.clone()).unwrap_or_default(),
        is_one_sided: stated.is_some_and(ProtocolPosition::is_one_sided),
        amounts,
    }
}

impl ProtocolLine {
    /// Returns the filter that selects everything in it.
    #[must_use]
    pub fn filter(&self) -> Filter {
        self.select(None)
    }

    /// Returns the filter that selects one of its positions.
    #[must_use]
    pub fn filter_of(&self, position: &PositionLine) -> Filter {
        self.select(Some(position.item.clone().unwrap_or_default()))
    }

    fn select(&self, item: Option<String>) -> Filter {
        Filter {
            chain: Some(self.account.chain.clone()),
            address: Some(self.account.address.clone()),
            section: Some(SheetSection::of(InProtocol {
                place: self.place.clone(),
                item,
                leg: None,
            })),
            ..Filter::default()
        }
    }
}

impl PositionLine {
    /// Returns whether each of its amounts has a value and all of it was read.
    #[must_use]
    pub fn is_valued(&self) -> bool {
        self.unread.is_empty() && self.amounts.iter().all(|amount| amount.part.value.is_some())
    }
}
