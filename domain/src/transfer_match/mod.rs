//! Transfer matching: which entries of a person's accounts are the two sides of one movement of their own.
//!
//! [`match_transfers`] is a pure function, and the order of the entries is irrelevant. In this order: what the user decided, entries of
//! one transaction between own accounts, transactions that an exchange states, bridges by their own id, bridges by their ticket, bridges by asset, amount and time, and
//! payments to another chain by the same. An entry is in one match at most; where several entries fit, none is chosen, and the
//! candidates are returned.

mod bridge_id;
mod carried;
mod decided;
mod departure;
mod filter;
mod input;
mod link;
mod same_transaction;
mod similar;
mod stated_transaction;
mod ticket;
mod unique;

use std::collections::BTreeSet;

use ports::{Entry, EntryId, entry::EntryKind};

use self::{decided::Decisions, similar::KnownSides, unique::Candidates};
pub use self::{
    filter::{MatchFilter, PreparedFilter},
    input::{MatchInput, MatchedAsset},
    link::{AmbiguousTransfer, MatchReason, TransferLink, TransferLinks},
};

/// Returns the matches, and the entries with several candidates, each ordered by entry.
#[must_use]
pub fn match_transfers(input: &MatchInput<'_>) -> TransferLinks {
    let mut entries: Vec<&Entry> = input.entries.iter().filter(|entry| can_match(entry)).collect();
    entries.sort_by(|one, other| one.id.cmp(&other.id));
    entries.dedup_by(|one, other| one.id == other.id);
    let decisions = Decisions::of(input.annotations);
    let mut found = TransferLinks::default();
    let mut open = OpenEntries::of(&entries);
    for link in decisions.links(&entries) {
        open.close(&link);
        found.links.push(link);
    }
    for link in same_transaction::links(&open.entries, &decisions) {
        open.close(&link);
        found.links.push(link);
    }
    let stated = stated_transaction::candidates(&open.entries, &decisions, input);
    open.settle(stated, &mut found);
    let by_id = bridge_id::candidates(&open.entries, &decisions, input);
    open.settle(by_id, &mut found);
    let by_ticket = ticket::candidates(&open.entries, &decisions, input);
    open.settle(by_ticket, &mut found);
    for sides in [KnownSides::Bridge, KnownSides::Plain] {
        let similar = similar::candidates(&open.entries, sides, &decisions, input);
        open.settle(similar, &mut found);
    }
    found.sorted()
}

/// A failed transaction and an unwanted one move nothing between own accounts.
fn can_match(entry: &Entry) -> bool {
    !entry.failed && !matches!(entry.kind, EntryKind::Spam | EntryKind::Failed | EntryKind::Approve)
}

/// The entries that are in no match and have no candidates yet.
struct OpenEntries<'a> {
    entries: Vec<&'a Entry>,
}

impl<'a> OpenEntries<'a> {
    fn of(entries: &[&'a Entry]) -> Self {
        Self {
            entries: entries.to_vec(),
        }
    }

    fn close(&mut self, link: &TransferLink) {
        let ids: BTreeSet<&EntryId> = link.entries().collect();
        self.entries.retain(|entry| !ids.contains(&entry.id));
    }

    /// Matches the entries with one candidate, and reports the others.
    fn settle(&mut self, candidates: Candidates<'_>, found: &mut TransferLinks) {
        let (links, ambiguous) = candidates.resolve();
        for link in links {
            self.close(&link);
            found.links.push(link);
        }
        let ids: BTreeSet<&EntryId> = ambiguous.iter().map(|one| &one.entry).collect();
        self.entries.retain(|entry| !ids.contains(&entry.id));
        found.ambiguous.extend(ambiguous);
    }
}

#[cfg(test)]
mod tests;
