//! Movements between own accounts within one transaction.

use std::collections::{BTreeMap, BTreeSet};

use ports::{
    ChainId, Entry, EntryId, TransactionId,
    entry::{Leg, LegRole},
};

use super::{
    decided::Decisions,
    departure::{arrives, departs},
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
            if sender.id == recipient.id || !moved(sender, recipient) || decisions.reject(&sender.id, &recipient.id) {
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

/// Returns whether the transaction moved an amount from one account to the other: both state the same leg, or, where the senders of
/// an output are not known, one only spent and the other only received the same asset.
fn moved(sender: &Entry, recipient: &Entry) -> bool {
    let legs = |entry: &'_ Entry, role: LegRole| -> Vec<Leg> {
        entry.legs.iter().filter(|leg| leg.role == role).cloned().collect()
    };
    let (out, r#in) = (legs(sender, LegRole::Out), legs(recipient, LegRole::In));
    let is_same = |out: &Leg, r#in: &Leg| {
        out.counterparty.as_ref() == Some(&recipient.id.account.address)
            && r#in.counterparty.as_ref() == Some(&sender.id.account.address)
            && (&out.asset, &out.token_id, out.amount) == (&r#in.asset, &r#in.token_id, r#in.amount)
    };
    let is_unnamed = |leg: &Leg| leg.counterparty.is_none();
    let is_shared = departs(sender) && arrives(recipient) && r#in.iter().any(is_unnamed);
    out.iter().any(|out| r#in.iter().any(|r#in| is_same(out, r#in)))
        || is_shared && out.iter().any(|out| r#in.iter().any(|r#in| out.asset == r#in.asset))
}
