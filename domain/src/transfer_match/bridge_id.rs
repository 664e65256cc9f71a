//! Bridges whose events give both sides the same id.

use std::collections::BTreeMap;

use ports::{Entry, entry::EntryKind};

use super::{
    decided::Decisions,
    input::MatchSettings,
    link::MatchReason,
    unique::{CLOCK_DIFFERENCE, Candidates},
};

/// Returns the pairs with the same id on two chains. Some ids are made of recipient and amount, and repeat: where an id has several
/// departures or arrivals, only pairs within the time window are candidates.
pub(super) fn candidates<'a>(
    entries: &[&'a Entry],
    decisions: &Decisions<'_>,
    settings: &MatchSettings,
) -> Candidates<'a> {
    let mut by_id: BTreeMap<&str, (Vec<&'a Entry>, Vec<&'a Entry>)> = BTreeMap::new();
    for entry in entries {
        let Some(id) = &entry.bridge_id else { continue };
        let (sent, received) = by_id.entry(id).or_default();
        match entry.kind {
            EntryKind::BridgeOut => sent.push(*entry),
            EntryKind::BridgeIn => received.push(*entry),
            _ => {}
        }
    }
    let mut found = Candidates::default();
    for (id, (sent, received)) in by_id {
        let is_unique = sent.len() == 1 && received.len() == 1;
        for departure in &sent {
            for arrival in &received {
                let is_other_chain = departure.id.account.chain != arrival.id.account.chain;
                let is_near = is_unique || is_within(departure, arrival, settings);
                if is_other_chain && is_near && !decisions.reject(&departure.id, &arrival.id) {
                    found.add(&departure.id, &arrival.id, MatchReason::BridgeId(id.to_owned()));
                }
            }
        }
    }
    found
}

/// Returns whether the arrival is within the time window after the departure.
pub(super) fn is_within(departure: &Entry, arrival: &Entry, settings: &MatchSettings) -> bool {
    let earliest = departure.time.minus(CLOCK_DIFFERENCE);
    arrival.time >= earliest && arrival.time.since(departure.time) <= settings.window
}
