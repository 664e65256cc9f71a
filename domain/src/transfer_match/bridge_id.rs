//! Bridges whose events give both sides the same id.

use std::{collections::BTreeMap, time::Duration};

use ports::{Entry, entry::EntryKind};

use super::{
    carried::can_be_carried,
    decided::Decisions,
    input::MatchInput,
    link::MatchReason,
    unique::{CLOCK_DIFFERENCE, Candidates},
};

/// The first parts of ids that are made of recipient and amount, so that they repeat, with how long the bridge takes at most: minutes
/// for deposits of OP chains, and hours for version 2 of Circle's protocol and for tickets of Arbitrum.
const REPEATING: [(&str, Duration); 3] = [
    ("op-deposit:", Duration::from_hours(1)),
    ("cctp-v2:", Duration::from_hours(24)),
    ("arbitrum-deposit:", Duration::from_hours(24)),
];

/// Returns the pairs with the same id on two chains, of which the arrival is not before the departure. An id that repeats has a window
/// of its own. Anyone can write a log with any id: what arrived has to be what left.
pub(super) fn candidates<'a>(
    entries: &[&'a Entry],
    decisions: &Decisions<'_>,
    input: &MatchInput<'_>,
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
        let window = window(id);
        for departure in &sent {
            for arrival in &received {
                let is_other_chain = departure.id.account.chain != arrival.id.account.chain;
                if is_other_chain
                    && is_within(departure, arrival, window)
                    && can_be_carried(departure, arrival, input)
                    && !decisions.reject(&departure.id, &arrival.id)
                {
                    found.add(&departure.id, &arrival.id, MatchReason::BridgeId(id.to_owned()));
                }
            }
        }
    }
    found
}

/// Returns how long after the departure the arrival with this id can be; `Duration::MAX` where only one transfer has the id.
fn window(id: &str) -> Duration {
    let row = REPEATING.iter().find(|(start, _)| id.starts_with(start));
    row.map_or(Duration::MAX, |(_, window)| *window)
}

/// Returns whether the arrival is within this window after the departure.
pub(super) fn is_within(departure: &Entry, arrival: &Entry, window: Duration) -> bool {
    let earliest = departure.time.minus(CLOCK_DIFFERENCE);
    arrival.time >= earliest && arrival.time.since(departure.time) <= window
}
