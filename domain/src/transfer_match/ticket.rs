//! Tickets of Stargate: the departure names the chains, the recipient and the amount, and the arrival only the message that
//! carried it.

use std::collections::BTreeMap;

use ports::{
    Entry,
    entry::{EntryKind, LegRole},
};

use super::{
    bridge_id::is_within,
    carried::can_be_carried,
    decided::Decisions,
    departure::only_amount,
    input::MatchInput,
    link::MatchReason,
    unique::{CLOCK_DIFFERENCE, Candidates},
};

/// The first part of the id of a ticket: `stargate-bus:{from}:{to}:{recipient}:{amount}`, with the numbers of the chains and the
/// amount without its last zeros.
const TICKET: &str = "stargate-bus:";
/// The first part of the id of a message.
const MESSAGE: &str = "layerzero:";

/// What a ticket and the arrival have in common: the number of the chain, the recipient, and the amount without its last zeros.
type Destination = (u64, String, String);

/// Returns the tickets with the arrivals that they name. Where a destination has several departures or arrivals, only pairs within
/// the time window are candidates.
pub(super) fn candidates<'a>(
    entries: &[&'a Entry],
    decisions: &Decisions<'_>,
    input: &MatchInput<'_>,
) -> Candidates<'a> {
    let mut sides: BTreeMap<Destination, (Vec<&'a Entry>, Vec<&'a Entry>)> = BTreeMap::new();
    for entry in entries {
        if let Some(destination) = named(entry) {
            sides.entry(destination).or_default().0.push(entry);
        } else if let Some(destination) = reached(entry) {
            sides.entry(destination).or_default().1.push(entry);
        }
    }
    let mut found = Candidates::default();
    for (sent, received) in sides.into_values() {
        let is_unique = sent.len() == 1 && received.len() == 1;
        for departure in &sent {
            for arrival in &received {
                let is_later = arrival.time >= departure.time.minus(CLOCK_DIFFERENCE);
                let is_near = is_later && is_unique || is_within(departure, arrival, input.settings.window);
                let is_near = is_near && can_be_carried(departure, arrival, input);
                if is_near && !decisions.reject(&departure.id, &arrival.id) {
                    found.add(&departure.id, &arrival.id, MatchReason::Ticket);
                }
            }
        }
    }
    found
}

/// Returns the destination that a departure's ticket names.
fn named(entry: &Entry) -> Option<Destination> {
    let ticket = entry.bridge_id.as_ref()?.strip_prefix(TICKET)?;
    let fields: Vec<&str> = ticket.split(':').collect();
    let [_, to, recipient, amount] = fields.as_slice() else {
        return None;
    };
    let is_departure = entry.kind == EntryKind::BridgeOut;
    let to = to.parse().ok().filter(|_| is_departure)?;
    Some((to, (*recipient).to_owned(), (*amount).to_owned()))
}

/// Returns where an arrival is.
fn reached(entry: &Entry) -> Option<Destination> {
    let is_message = entry.bridge_id.as_ref().is_some_and(|id| id.starts_with(MESSAGE));
    let (_, amount) = only_amount(entry, LegRole::In).filter(|_| is_message && entry.kind == EntryKind::BridgeIn)?;
    let account = &entry.id.account;
    let digits = amount.to_string().trim_end_matches('0').to_owned();
    Some((account.chain.evm_number()?, account.address.to_string(), digits))
}
