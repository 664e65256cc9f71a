//! Transfers to another chain without a common id: the same asset, a similar amount, shortly after.

use ports::{
    Amount, Entry, RawAmount,
    entry::{EntryKind, Leg, LegRole},
    transfer_match::MatchSettings,
};

use super::{
    bridge_id::is_within,
    decided::Decisions,
    departure::{arrives, departs, only_amount},
    input::{MatchInput, MatchedAsset, window},
    link::MatchReason,
    unique::Candidates,
};

/// What is known of the two sides.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum KnownSides {
    /// One of them is an entry of a bridge.
    Bridge,
    /// A payment and a receipt. Many bridges are known to nobody but those who use them.
    Plain,
}

/// Returns the pairs that fit.
pub(super) fn candidates<'a>(
    entries: &[&'a Entry],
    sides: KnownSides,
    decisions: &Decisions<'_>,
    input: &MatchInput<'_>,
) -> Candidates<'a> {
    let is_side = |kind: EntryKind, bridge: EntryKind, plain: EntryKind| kind == bridge || kind == plain;
    let sent = entries.iter().filter(|entry| departs(entry));
    let mut sent: Vec<&&Entry> = sent
        .filter(|entry| is_side(entry.kind, EntryKind::BridgeOut, EntryKind::Send))
        .collect();
    let received = entries.iter().filter(|entry| arrives(entry));
    let mut received: Vec<&&Entry> = received
        .filter(|entry| is_side(entry.kind, EntryKind::BridgeIn, EntryKind::Receive))
        .collect();
    sent.sort_by_key(|entry| entry.time);
    received.sort_by_key(|entry| entry.time);
    let mut found = Candidates::default();
    let has_exchange = received.iter().any(|one| is_at_exchange(one));
    let mut first = 0;
    for departure in sent {
        let earliest = departure.time.minus(super::unique::CLOCK_DIFFERENCE);
        first += received
            .iter()
            .skip(first)
            .take_while(|one| one.time < earliest)
            .count();
        let later = received.iter().skip(first);
        let most = window(input.settings, has_exchange || is_at_exchange(departure));
        for arrival in later.take_while(|one| is_within(departure, one, most)) {
            if let Some(reason) = reason((departure, arrival), sides, input)
                && !decisions.reject(&departure.id, &arrival.id)
            {
                found.add(&departure.id, &arrival.id, reason);
            }
        }
    }
    found
}

fn reason((departure, arrival): (&Entry, &Entry), sides: KnownSides, input: &MatchInput<'_>) -> Option<MatchReason> {
    let is_bridge = departure.kind == EntryKind::BridgeOut || arrival.kind == EntryKind::BridgeIn;
    let is_other_chain = departure.id.account.chain != arrival.id.account.chain;
    // Two different ids are two different transfers.
    let has_ids = departure.bridge_id.is_some() && arrival.bridge_id.is_some();
    let is_contradicted = is_other_transaction(departure, arrival) || is_other_transaction(arrival, departure);
    if is_bridge != (sides == KnownSides::Bridge) || !is_other_chain || has_ids || is_contradicted {
        return None;
    }
    let settings = MatchSettings {
        window: window(input.settings, is_at_exchange(departure) || is_at_exchange(arrival)),
        ..input.settings.clone()
    };
    if !is_within(departure, arrival, settings.window) {
        return None;
    }
    let (leg, amount) = only_amount(departure, LegRole::Out)?;
    let (other_leg, other_amount) = only_amount(arrival, LegRole::In)?;
    let (asset, other_asset) = (input.assets.get(&leg.asset)?, input.assets.get(&other_leg.asset)?);
    if asset.group != other_asset.group {
        return None;
    }
    let units =
        |amount: RawAmount, leg: &Leg, asset: &MatchedAsset| amount.in_units(leg.decimals(asset.decimals)?).ok();
    let sent = units(amount, leg, asset)?;
    let received = units(other_amount, other_leg, other_asset)?;
    let difference = difference(sent, received)?;
    (difference <= settings.tolerance).then(|| MatchReason::Similar {
        delay: arrival.time.since(departure.time),
        difference,
        settings,
    })
}

/// Returns whether an exchange states another transaction than that of the other side.
fn is_other_transaction(entry: &Entry, other: &Entry) -> bool {
    entry.stated_transaction().is_some() && !is_at_exchange(other)
}

fn is_at_exchange(entry: &Entry) -> bool {
    entry.id.account.chain.is_exchange()
}

/// The difference as a part of the amount sent.
fn difference(sent: Amount, received: Amount) -> Option<Amount> {
    sent.sub(received).ok()?.abs().div(sent).ok()
}
