//! Movements between own accounts within one transaction.

use std::collections::{BTreeMap, BTreeSet};

use ports::{
    Address, ChainId, Entry, EntryId, RawAmount, TransactionId,
    entry::{Leg, LegRole},
};

use super::{
    decided::Decisions,
    link::{MatchReason, TransferLink},
};

/// Returns the transfers of each transaction that has entries in several accounts. Accounts that are connected by transfers, such as a
/// sender with two own recipients, are one match.
pub(super) fn links(entries: &[&Entry], decisions: &Decisions<'_>) -> Vec<TransferLink> {
    let mut transactions: BTreeMap<(&ChainId, &TransactionId), Vec<&Entry>> = BTreeMap::new();
    for entry in entries {
        let key = (&entry.id.account.chain, &entry.id.transaction);
        transactions.entry(key).or_default().push(entry);
    }
    let several = transactions.into_values().filter(|entries| entries.len() > 1);
    several.flat_map(|entries| connected(&entries, decisions)).collect()
}

/// Returns one match for each group of entries that transfers connect.
fn connected(entries: &[&Entry], decisions: &Decisions<'_>) -> Vec<TransferLink> {
    let mut groups: Vec<(BTreeSet<&EntryId>, BTreeSet<&EntryId>)> = Vec::new();
    for sender in entries {
        for recipient in entries {
            if sender.id == recipient.id
                || !moved(entries, sender, recipient)
                || decisions.reject(&sender.id, &recipient.id)
            {
                continue;
            }
            let (mut sent, mut received) = (BTreeSet::from([&sender.id]), BTreeSet::from([&recipient.id]));
            groups.retain(|(other_sent, other_received)| {
                let touches = |id: &&EntryId| sent.contains(*id) || received.contains(*id);
                let is_apart = !other_sent.iter().chain(other_received).any(touches);
                if !is_apart {
                    sent.extend(other_sent.iter().copied());
                    received.extend(other_received.iter().copied());
                }
                is_apart
            });
            groups.push((sent, received));
        }
    }
    let own = |ids: BTreeSet<&EntryId>| ids.into_iter().cloned().collect::<Vec<_>>();
    let links = groups.into_iter().map(|(sent, received)| TransferLink {
        // An account that passed an amount on is listed where it left.
        received: own(received.difference(&sent).copied().collect()),
        sent: own(sent),
        reason: MatchReason::SameTransaction,
    });
    links.filter(|link| !link.received.is_empty()).collect()
}

/// Returns whether the transaction moved an amount from one account to the other: both state the same leg, or the recipient does not
/// know who sent what it received and own accounts together sent as much.
fn moved(entries: &[&Entry], sender: &Entry, recipient: &Entry) -> bool {
    let to_recipient = |entry: &'_ Entry| -> Vec<Leg> { legs_with(entry, LegRole::Out, &recipient.id.account.address) };
    let out = to_recipient(sender);
    let is_thing = |out: &Leg, r#in: &Leg| (&out.asset, &out.token_id) == (&r#in.asset, &r#in.token_id);
    let is_sent = |r#in: &Leg| match &r#in.counterparty {
        Some(other) => {
            *other == sender.id.account.address
                && out.iter().any(|out| is_thing(out, r#in) && out.amount == r#in.amount)
        }
        None => {
            let all = entries.iter().flat_map(|entry| to_recipient(entry));
            let mut amounts = all.filter(|out| is_thing(out, r#in)).map(|out| out.amount);
            let sum = amounts.try_fold(RawAmount::ZERO, RawAmount::add);
            out.iter().any(|out| is_thing(out, r#in)) && sum == Ok(r#in.amount)
        }
    };
    let mut arrived = recipient.legs.iter().filter(|leg| leg.role == LegRole::In);
    arrived.any(is_sent)
}

fn legs_with(entry: &Entry, role: LegRole, other: &Address) -> Vec<Leg> {
    let legs = entry.legs.iter().filter(|leg| leg.role == role);
    legs.filter(|leg| leg.counterparty.as_ref() == Some(other))
        .cloned()
        .collect()
}
